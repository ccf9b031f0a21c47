export { EventNames } from '#base';
