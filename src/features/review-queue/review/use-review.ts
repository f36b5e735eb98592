import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import type { FlagKind } from '#shared/review.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'

const POLL_MS = 20_000

/** Polls only while the socket is closed. */
export function useReview(submissionId: string) {
  return trpc.admin.review.get.useQuery({ submissionId }, usePolling(POLL_MS))
}

export type RowWarnings = {
  byId: ReadonlyMap<string, readonly FlagKind[]>
  /** False until those of all rows are loaded, and without the permission. */
  areKnown: boolean
}

export function useWarnings(rows: readonly Submission[]) {
  const { mayReview } = useStaffPermissions()
  const submissionIds = rows.filter(({ status }) => status !== 'registered').map(({ id }) => id)
  const {
    data = [],
    isSuccess,
    isPlaceholderData,
  } = trpc.admin.review.flags.useQuery(
    { submissionIds },
    { enabled: mayReview && submissionIds.length > 0, placeholderData: keepPreviousData },
  )
  return {
    byId: new Map(data.map(({ submissionId, kinds }) => [submissionId, kinds])),
    areKnown: isSuccess && !isPlaceholderData,
  }
}

export function usePresence(ownId: string | undefined) {
  const open = trpc.admin.review.watchPresence.useSubscription(undefined).data ?? []
  const others = open.map(
    ({ submissionId, viewers }) =>
      [submissionId, viewers.filter(({ id }) => id !== ownId).map(({ name }) => name)] as const,
  )
  return new Map(others.filter(([, names]) => names.length > 0))
}

/** 'Robin Lee and Kim are viewing'; '' without viewers. */
export function viewingText(names: readonly string[]) {
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is viewing`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are viewing`
}

/** List and submission are fetched separately; returns the one with the later version. */
export function newestSubmission(one: Submission, other: Submission | undefined) {
  return !other || one.version > other.version ? one : other
}

type OpenSubmission = {
  users: Set<() => void>
  /** Undefined until the first event and while the connection is lost. */
  presence: ReviewPresence | undefined
  /** Whether the server was asked for the lock. */
  decides: boolean
  end: () => void
}

const openSubmissions = new Map<string, OpenSubmission>()

/** A running decision keeps its submission open: otherwise a colleague could get the lock first. */
export function openSubmission(submissionId: string, onChange: () => void = () => undefined) {
  // A new function per caller, so that equal callbacks are counted separately.
  const user = () => onChange()
  const submission = openSubmissions.get(submissionId) ?? open(submissionId)
  submission.users.add(user)
  return () => {
    if (!submission.users.delete(user) || submission.users.size > 0) return
    openSubmissions.delete(submissionId)
    submission.end()
  }
}

/** Only reviewers can lock a submission, which `decides` asks for. */
export function useSubmissionLock(
  submissionId: string,
  { mayReview, decides }: { mayReview: boolean; decides: boolean },
) {
  const open = useCallback(
    (onChange: () => void) => (mayReview ? openSubmission(submissionId, onChange) : () => undefined),
    [submissionId, mayReview],
  )
  const presence = useSyncExternalStore(open, () => openSubmissions.get(submissionId)?.presence)
  useEffect(() => {
    const submission = openSubmissions.get(submissionId)
    if (decides && submission && !submission.decides) watch(submissionId, submission, true)
  }, [submissionId, decides])
  return presence
}

function open(submissionId: string) {
  const submission: OpenSubmission = { users: new Set(), presence: undefined, decides: false, end: () => undefined }
  openSubmissions.set(submissionId, submission)
  watch(submissionId, submission, false)
  return submission
}

/** A former subscription ends with the first event, so that colleagues see no one leave. */
function watch(submissionId: string, submission: OpenSubmission, decides: boolean) {
  const endFormer = submission.end
  const show = (presence: ReviewPresence | undefined) => {
    submission.presence = presence
    for (const user of submission.users) user()
  }
  const subscription = api.admin.review.watch.subscribe(
    { submissionId, decides },
    {
      onData: (presence) => {
        endFormer()
        show(presence)
      },
      // A stale lock would block decisions while offline; the server checks the lock anyway.
      onConnectionStateChange: ({ state }) => state !== 'pending' && show(undefined),
      onError: () => show(undefined),
    },
  )
  submission.decides = decides
  submission.end = () => {
    endFormer()
    subscription.unsubscribe()
  }
}
