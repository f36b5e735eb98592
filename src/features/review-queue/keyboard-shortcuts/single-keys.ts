import { localPreference } from '#client/lib/local-preference.ts'

const setting = localPreference('single-keys', ['on', 'off'])

/** Whether single letters act in the staff area (WCAG 2.1.4); a choice of this browser, on until it is made. */
export const singleKeys = {
  areOn: (): boolean => setting.get() !== 'off',
  use: (): boolean => setting.use() !== 'off',
  set: (areOn: boolean): void => setting.set(areOn ? 'on' : 'off'),
}
