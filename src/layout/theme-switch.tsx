import { useEffect } from 'react'
import { applyTheme } from '#client/lib/apply-theme.ts'
import { localPreference } from '#client/lib/local-preference.ts'
import styles from './theme-switch.module.css'

const names: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark', system: 'System' }

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  return (
    <fieldset className={`cluster gap-0 ${styles.switch}`}>
      <legend>Theme</legend>
      {themes.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="theme"
            value={each}
            checked={each === theme}
            onChange={() => setTheme(each)}
            autoComplete="off"
          />
          {names[each]}
        </label>
      ))}
    </fieldset>
  )
}

const themes = ['light', 'dark', 'system'] as const
type Theme = (typeof themes)[number]

const setting = localPreference('theme', themes)

function useTheme() {
  const theme = setting.use()
  // The root element is outside React. The inline script in the head has already set the first theme.
  useEffect(() => setting.subscribe(() => applyTheme(setting.get())), [])
  return [theme ?? 'system', setting.set] as const
}
