import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'

const themes = ['light', 'dark', 'system'] as const

/** Shows the page in one theme; at first in that of the system. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState<(typeof themes)[number]>('system')

  // The theme is an attribute of the document's element, which React does not draw.
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
