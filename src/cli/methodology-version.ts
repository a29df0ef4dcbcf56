import type { SettingKind } from '../core/setting.ts';
import { METHODOLOGIES, methodologyNamed, type Methodology } from '../engine/methodology.ts';

const VERSIONS = METHODOLOGIES.flatMap(({ version }) => [version, `${version} strict`]).filter(
  (version) => methodologyNamed(version) !== undefined,
);

/** A version of the methodology by its name; `3-strict` is accepted for `3 strict`. */
export const methodologyVersion: SettingKind<Methodology> = {
  placeholder: 'VERSION',
  parse: (text) => methodologyNamed(text.replace('-', ' ')),
  expects: `must be a version of the methodology: ${VERSIONS.map((version) => (version.includes(' ') ? `"${version}"` : version)).join(', ')}`,
  format: ({ version }) => version,
};
