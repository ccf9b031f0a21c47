export { columnExits, readQuestion } from './readQuestion';
export { nextQuestions, suggestQuestions } from './suggestQuestions';
export { stemsOf } from './text/words';
