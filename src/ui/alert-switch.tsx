import { useAlertSound } from '#client/lib/alert-sound.ts'
import { Checkbox } from './checkbox.tsx'

export function AlertSwitch() {
  const [isOn, switchSound] = useAlertSound()
  return (
    <section className="stack gap-3" aria-label="Alerts">
      <h3>When this tab is in the background</h3>
      <Checkbox
        label="Play a sound for a new order, an overdue order and a message"
        checked={isOn}
        onCheckedChange={switchSound}
      />
      <p className="muted">Saved in this browser only.</p>
    </section>
  )
}
