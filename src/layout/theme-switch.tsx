import { type Theme, themes, useTheme } from '#client/lib/theme.ts'
import styles from './theme-switch.module.css'

const names: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark', system: 'System' }

/** Selects the light, the dark or the system's theme. */
export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  return (
    <fieldset className={styles.switch}>
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
