import type { SourceDefinition } from '../../sources/source-definition.ts';
import type { ScaleOutSettings } from '../config/settings.ts';
import type { ComposeInput, Service } from './compose.ts';

/** The manifest of a wing: everything that it adds to the service. */
export interface Wing {
  readonly sources?: readonly SourceDefinition[];
  readonly commands?: readonly WingCommand[];
  /** Settings of a service that runs in several processes. */
  readonly settings?: ScaleOutSettings;
  /** Starts the role that the settings name, as one of several processes. */
  readonly composeRole?: (input: ComposeInput) => Promise<Service>;
}

export interface WingCommand {
  readonly name: string;
  /** The command that help lists before it. */
  readonly after: string;
  readonly summary: string;
  /** An action or a group of actions, see `src/cli/command.ts`. */
  readonly load: () => Promise<object>;
}
