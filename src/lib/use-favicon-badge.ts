import { useEffect } from 'react'

const SIZE = 64

/** Draws a count onto the icon of the browser tab; the plain icon for ''. */
export function useFaviconBadge(count: string): void {
  // The icon is part of the document's head, outside React.
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (count === '' || !link) return
    const { href: plain, type } = link
    let isOver = false
    const image = new Image()
    image.onload = () => {
      const marked = isOver ? undefined : drawBadge(image, count)
      if (!marked) return
      link.type = 'image/png'
      link.href = marked
    }
    image.src = plain
    return () => {
      isOver = true
      link.type = type
      link.href = plain
    }
  }, [count])
}

/** The icon with a red disc and the count, as a data URL; undefined without canvas support. */
function drawBadge(icon: HTMLImageElement, count: string): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const draw = canvas.getContext('2d')
  if (!draw) return undefined
  draw.drawImage(icon, 0, 0, SIZE, SIZE)
  const radius = SIZE * 0.34
  const [x, y] = [SIZE - radius, SIZE - radius]
  draw.fillStyle = 'rgb(190, 30, 30)'
  draw.beginPath()
  draw.arc(x, y, radius, 0, 2 * Math.PI)
  draw.fill()
  draw.fillStyle = 'white'
  draw.font = `bold ${count.length > 1 ? 26 : 34}px sans-serif`
  draw.textAlign = 'center'
  draw.textBaseline = 'middle'
  // More digits would not be readable at 16 pixels.
  draw.fillText(count.length > 2 ? '9+' : count, x, y + 2)
  return canvas.toDataURL('image/png')
}
