export { nextQuestions } from './nextQuestions';
export { columnExits, readQuestion } from './readQuestion';
export { suggestQuestions } from './suggestQuestions';
