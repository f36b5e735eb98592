import type { Plugin } from 'vite'

/**
 * Escapes the few characters above U+00FF in the server's code: one of them makes V8 keep the whole file in memory at
 * two bytes per character. They stand only in strings, templates and regular expressions.
 */
export function oneByteServer(): Plugin {
  return {
    name: 'one-byte-server',
    applyToEnvironment: (environment) => environment.name === 'server',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeWideCharacters(file.code)
    },
  }
}

function escapeWideCharacters(code: string): string {
  return code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
