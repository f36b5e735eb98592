import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { type Retry, RetryButton } from './retry.tsx'

type RetryNoticeProps = Retry & { tone: 'warn' | 'bad'; title: string; children: ReactNode }

export function RetryNotice({ tone, title, children, ...retry }: RetryNoticeProps) {
  return (
    <Notice tone={tone} title={title} role="status">
      <p>{children}</p>
      <RetryButton variant="secondary" size="small" className="margin-top-3" {...retry} />
    </Notice>
  )
}
