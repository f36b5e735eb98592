const paths = {
  check: 'M4 12.5l5.2 5.2L20 6.8',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.4 15.4L20.5 20.5',
  upload: 'M12 15.5V4M7 8.6L12 3.8l5 4.8M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15',
  download: 'M12 4v11.5M7 10.9l5 4.8 5-4.8M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15',
  camera:
    'M4.5 7.5H7L8.7 5h6.6L17 7.5h2.5A1.5 1.5 0 0 1 21 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5V9a1.5 1.5 0 0 1 1.5-1.5zM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z',
  copy: 'M9 8.5h10.5V21H9zM15 5.5V3H4.5v12.5H6',
  print:
    'M7 8.5V3.5h10v5M7 17H4.5A1.5 1.5 0 0 1 3 15.5v-5.5a1.5 1.5 0 0 1 1.5-1.5h15A1.5 1.5 0 0 1 21 10v5.5a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6.5H7z',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  'sign-out': 'M14 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H14M10 12h10.5M16.5 8l4 4-4 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  alert: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5M12 15.8v.2',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 7.5V12l3 2',
  'arrow-right': 'M4 12h15.5M13.5 6l6 6-6 6',
  external: 'M10 5H5v14h14v-5M14 4.5h5.5V10M19 5l-8 8',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4 9.2M4 4.2v5h5M12 8v4.2l2.8 1.8',
} as const

export type IconName = keyof typeof paths

/** A decorative icon beside a text, hidden from screen readers. `size` in pixels. */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return <Drawing path={paths[name]} width={(1.75 * 24) / Math.max(size, 16)} {...{ size, className }} />
}

type DrawingProps = { path: string; width: number; size: number; className?: string | undefined }

/** The lines of an icon on a square of 24. */
export function Drawing({ path, width, size, className }: DrawingProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}
