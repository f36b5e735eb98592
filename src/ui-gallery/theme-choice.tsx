import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'

const themes = ['light', 'dark', 'system'] as const

/** Selects the theme of the page, initially the system's. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState<(typeof themes)[number]>('system')

  // The theme is an attribute of the root element, which is outside React.
  useEffect(() => {
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
  }, [chosen])

  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }} className="row">
      <legend className="visually-hidden">Theme</legend>
      {themes.map((theme) => (
        <Button
          key={theme}
          size="small"
          variant={theme === chosen ? 'primary' : 'secondary'}
          aria-pressed={theme === chosen}
          onClick={() => setChosen(theme)}
        >
          {theme}
        </Button>
      ))}
    </fieldset>
  )
}
