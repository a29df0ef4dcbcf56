import { instantText, spanText } from '../../format/time.ts';
import { Facts, Pane } from '../../parts/pane.tsx';
import type { StatusProps } from './system-panes.tsx';

/** Of the name of the reference data, which is a hash: as much as tells one from another. */
const NAME_SHOWN = 12;

/** What the service is made of, and for how long it has run. */
export function VersionsPane({ status, pageVersion }: StatusProps & { readonly pageVersion: string }) {
  const { version, versions, startedAt, timestamp } = status;
  const [began, now] = [Date.parse(startedAt), Date.parse(timestamp)];
  return (
    <Pane title="Versions">
      <div class="pane-body system-body">
        <Facts
          facts={[
            { title: 'Service', value: version },
            { title: 'Methodology', value: versions.methodology, about: 'By which values are computed now' },
            {
              title: 'Reference data',
              value: versions.referenceData.slice(0, NAME_SHOWN),
              about: versions.referenceData,
            },
            { title: 'Node.js', value: versions.node },
            { title: 'Serving since', value: `${instantText(began)} UTC` },
            { title: 'For', value: now < began ? 'less than a second' : spanText(now - began) },
          ]}
        />
        {pageVersion !== version && (
          <p class="quiet">The page itself is of version {pageVersion}: load it again.</p>
        )}
      </div>
    </Pane>
  );
}
