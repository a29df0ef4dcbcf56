// The files of deploy/ as data: units, YAML documents, the Dockerfile, files of variables.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';

/** YAML as it comes: what is wrong with its shape is found where it is used. @typedef {Record<string, any>} Yaml */
/** @typedef {{ readonly file: string, readonly object: Yaml }} Manifest */

export class DeployFiles {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {string} path */
  path(path) {
    return join(this.folder, path);
  }

  /** @param {string} path */
  text(path) {
    return readFileSync(this.path(path), 'utf8');
  }

  /** @param {string} path */
  has(path) {
    return existsSync(this.path(path));
  }

  /** @param {string} below @param {string} ending */
  names(below, ending) {
    return readdirSync(this.path(below))
      .filter((name) => name.endsWith(ending))
      .toSorted();
  }

  /** @param {string} path @returns {Yaml[]} */
  yaml(path) {
    return this.text(path)
      .split(/^---$/m)
      .map((part) => {
        const object = parseYaml(part);
        if (typeof object !== 'object' || object === null) throw new Error(`${path} holds no object`);
        return /** @type {Yaml} */ (object);
      });
  }

  /** All objects of Kubernetes but the kustomization. @returns {Manifest[]} */
  manifests() {
    return this.names('kubernetes', '.yaml')
      .filter((name) => name !== 'kustomization.yaml')
      .flatMap((name) => this.yaml(`kubernetes/${name}`).map((object) => ({ file: name, object })));
  }

  /** NAME=value, a line each. @param {string} path @returns {Record<string, string>} */
  variables(path) {
    return Object.fromEntries(
      [...this.text(path).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
  }

  /** The instructions of the Dockerfile with their lines joined. @returns {{ word: string, rest: string }[]} */
  instructions() {
    const text = this.text('docker/Dockerfile')
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll(/\\\n\s*/g, ' ');
    return [...text.matchAll(/^([A-Z]+)\s+(.*)$/gm)].map(([, word = '', rest = '']) => ({ word, rest }));
  }

  /** What the image sets. @returns {Record<string, string>} */
  imageVariables() {
    const settings = this.instructions()
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(\S+)/g)]);
    return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
  }
}

/** The values of a key in a unit, in order. @param {string} unit @param {string} key */
export function unitValues(unit, key) {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}
