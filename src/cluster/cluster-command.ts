import type { ActionGroup } from '../cli/command.ts';
import { stepDownAction } from './commands/step-down-action.ts';

export const clusterCommand: ActionGroup = {
  actions: { 'step-down': stepDownAction },
};
