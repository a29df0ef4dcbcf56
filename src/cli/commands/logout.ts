import { OperatorError } from '../../core/errors.ts';
import { KEPT_PROFILE } from '../client/connection-options.ts';
import { Profiles } from '../client/profiles.ts';
import { action, JSON_OPTION } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { quoted } from '../output/shown.ts';

export const command = action({
  about: [
    "Removes a profile that 'tidemark login' has kept. The client and its tokens stay what they are at the service: its operator disables them with 'tidemark clients disable' or 'tidemark clients revoke'.",
  ],
  options: { profile: KEPT_PROFILE, json: JSON_OPTION },
  ends: [[1, 'where there is no such profile']],
  run: ({ options: { profile: name, json } }, io) => {
    const profiles = new Profiles();
    if (!profiles.remove(name)) {
      const names = profiles.names();
      const known = names.length === 0 ? 'none is kept' : `there are ${names.join(', ')}`;
      throw new OperatorError(`there is no profile ${name}: ${known}`);
    }
    io.out(json ? `${quoted({ profile: name, removed: true })}\n` : `profile ${name} is removed\n`);
    return EXIT.ok;
  },
});
