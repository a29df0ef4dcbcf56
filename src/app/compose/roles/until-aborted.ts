export { untilAborted } from '../../../core/until-aborted.ts';
