import { OperatorError } from '../../core/errors.ts';
import { PROFILE_OPTION } from '../client/connection-options.ts';
import { Profiles } from '../client/profiles.ts';
import { action, JSON_OPTION } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { quoted } from '../output/shown.ts';

export const command = action({
  about: [
    "Removes a profile that 'tidemark login' has stored. The client and its tokens stay valid at the service: its operator can disable them with 'tidemark clients disable' or 'tidemark clients revoke'.",
  ],
  options: { profile: PROFILE_OPTION, json: JSON_OPTION },
  exitCodes: [[1, 'if there is no such profile']],
  run: ({ options: { profile: name, json } }, io) => {
    const profiles = new Profiles();
    if (!profiles.remove(name)) {
      const names = profiles.names();
      const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
      throw new OperatorError(`there is no profile ${name}: ${known}`);
    }
    io.out(json ? `${quoted({ profile: name, removed: true })}\n` : `profile ${name} removed\n`);
    return EXIT.ok;
  },
});
