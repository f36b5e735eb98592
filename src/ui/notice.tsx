import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'
import tones from './tone.module.css'

type NoticeProps = {
  tone: Exclude<Tone, 'off'>
  title?: string
  children?: ReactNode
  /** 'alert' for the outcome of a user action, 'status' for everything else. */
  role?: 'alert' | 'status'
}

const icons: Record<NoticeProps['tone'], IconName> = { info: 'alert', warn: 'alert', bad: 'alert', ok: 'check' }

export function Notice({ tone, title, children, role }: NoticeProps) {
  return (
    <div className={classNames('row stretch gap-3', styles.notice, tones[tone])} role={role}>
      <Icon name={icons[tone]} className={`rigid ${styles.icon}`} />
      <div className="shrinks">
        {title && <p className="strong">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}

/** Why an action failed; nothing without a message. */
export function ProblemNotice({ title, message }: { title?: string | undefined; message?: string | undefined }) {
  if (message === undefined) return null
  return (
    <Notice tone="bad" role="alert" title={title}>
      {message}
    </Notice>
  )
}
