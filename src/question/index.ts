export { nextQuestions } from './nextQuestions';
export { columnExits, readQuestion } from './readQuestion';
export { suggestQuestions } from './suggestQuestions';
export { stemsOf } from './text/words';
