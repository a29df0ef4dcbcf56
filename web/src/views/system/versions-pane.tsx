import { instantText, spanText } from '../../format/time.ts';
import { Facts, Pane } from '../../parts/pane.tsx';
import type { StatusProps } from './system-panes.tsx';

/** The name of the reference data is a hash: shows enough of it to distinguish versions. */
const NAME_SHOWN = 12;

/** Versions of the service, and its uptime. */
export function VersionsPane({ status, pageVersion }: StatusProps & { readonly pageVersion: string }) {
  const { version, versions, startedAt, timestamp } = status;
  const [began, now] = [Date.parse(startedAt), Date.parse(timestamp)];
  return (
    <Pane title="Versions">
      <div class="pane-body system-body">
        <Facts
          facts={[
            { title: 'Service', value: version },
            { title: 'Methodology', value: versions.methodology, about: 'Version of the rules in use' },
            {
              title: 'Reference data',
              value: versions.referenceData.slice(0, NAME_SHOWN),
              about: versions.referenceData,
            },
            { title: 'Node.js', value: versions.node },
            { title: 'Serving since', value: `${instantText(began)} UTC` },
            { title: 'Uptime', value: now < began ? 'less than a second' : spanText(now - began) },
          ]}
        />
        {pageVersion !== version && (
          <p class="quiet">The page itself has version {pageVersion}: reload it.</p>
        )}
      </div>
    </Pane>
  );
}
