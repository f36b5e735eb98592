import { useLinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isDialogOpen, isFreeKey, singleKeys } from '#client/lib/single-keys.ts'
import { useCentred } from '#client/lib/use-centred.ts'
import styles from './staff-nav.module.css'

/** The four specified tabs of /admin, then the other areas. `key` follows 'g' on the keyboard. */
const staffAreas = [
  { name: 'submissions', to: '/admin', search: {}, key: 's' },
  { name: 'analytics', to: '/admin', search: { tab: 'analytics' }, key: 'a' },
  { name: 'chat', to: '/admin', search: { tab: 'chat' }, key: 'c' },
  { name: 'users', to: '/admin', search: { tab: 'users' }, key: 'u' },
  { name: 'payouts', to: '/admin/payouts', search: {}, key: 'p' },
  { name: 'inventory', to: '/admin/inventory', search: {}, key: 'i' },
  { name: 'reports', to: '/admin/reports', search: {}, key: 'e' },
  { name: 'rates', to: '/admin/rates', search: {}, key: 'r' },
  { name: 'settings', to: '/admin/settings', search: {}, key: 't' },
] as const

export type StaffAreaName = (typeof staffAreas)[number]['name']

type StaffNavProps = { current: StaffAreaName; labels: Partial<Record<StaffAreaName, ReactNode>> }

/** The areas of the staff, on every staff page in the same order. 'g' and then the letter of an area leads to it. */
export function StaffNav({ current, labels }: StaffNavProps) {
  const nav = useRef<HTMLElement>(null)
  useCentred(nav, '[aria-current]', current)
  useAreaKeys(nav)
  return (
    <nav ref={nav} className={`row gap-4 ${styles.nav}`} aria-label="Staff areas">
      {staffAreas
        .filter(({ name }) => labels[name] !== undefined)
        .map(({ name, key }) => (
          <AreaLink key={name} name={name} isCurrent={name === current} shortcut={key}>
            {labels[name]}
          </AreaLink>
        ))}
    </nav>
  )
}

type AreaLinkProps = { name: StaffAreaName; isCurrent: boolean; shortcut: string; children: ReactNode }

function AreaLink({ name, isCurrent, shortcut, children }: AreaLinkProps) {
  const { to, search } = staffAreas.find((each) => each.name === name) ?? staffAreas[0]
  // The router would mark all areas of /admin as current.
  const { 'data-status': _, ...link } = useLinkProps({ to, search, preload: 'intent' }) as Record<string, unknown>
  return (
    <a
      {...link}
      className={`row gap-0 rigid muted strong bare nowrap hover-ink ${styles.link}`}
      aria-current={isCurrent ? 'page' : undefined}
      data-key={shortcut}
      title={`Keys: G, then ${shortcut.toUpperCase()}`}
    >
      {children}
    </a>
  )
}

const SECOND_KEY_MS = 1_500

function useAreaKeys(nav: { current: HTMLElement | null }) {
  // Listens on the window and first, because pages have shortcuts of one letter.
  useEffect(() => {
    let firstAt: number | undefined
    const press = (event: KeyboardEvent) => {
      const isSecond = firstAt !== undefined && event.timeStamp - firstAt < SECOND_KEY_MS
      firstAt = undefined
      if (!singleKeys.areOn() || !isFreeKey(event) || isDialogOpen()) return
      const key = event.key.toLowerCase()
      if (!isSecond) {
        if (key === 'g') firstAt = event.timeStamp
        return
      }
      const link = nav.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      if (!link) return
      event.preventDefault()
      event.stopImmediatePropagation()
      link.click()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [nav])
}
