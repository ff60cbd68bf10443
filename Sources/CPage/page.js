// The script of `finder map --format html`, a module. It makes no requests; only a click follows a link.
// Text is only set as `textContent` or drawn on the canvas, and is never markup.

const { abs, asin, atan, ceil, cos, floor, hypot, log10, log2, max, min, PI, round, sin, sinh, sqrt, tan } = Math;
const clamp = (value, low, high) => min(max(value, low), high);
function on(target, listeners) {
  for (const kind in listeners) target.addEventListener(kind, listeners[kind], { passive: false });
}
// Another call restarts the wait.
function later(milliseconds, action) {
  clearTimeout(action.timer);
  action.timer = setTimeout(action, milliseconds);
}
const page = {};
for (const element of document.querySelectorAll('[id]')) page[element.id] = element;
const { canvas } = page;

// PACKED DATA

// Four bytes are five characters, the largest digit first: '(' is 0, and '<' is written '}', so nothing
// in the text can end its element.
function bytesOf(text) {
  const bytes = new Uint8Array(ceil(text.length / 5) * 4), digits = text.replaceAll('}', '<') + '||||';
  for (let at = 0, to = 0; at < text.length; at += 5) {
    let word = 0;
    for (let next = at; next < at + 5; next++) word = word * 85 + digits.charCodeAt(next) - 40;
    for (let shift = 24; shift >= 0; shift -= 8) bytes[to++] = word >>> shift;
  }
  return bytes.subarray(0, floor(text.length * 4 / 5));
}

function unpacked(id) {
  const stream = new Blob([bytesOf(page[id].textContent)]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream('deflate')));
}

// Keys of cells: bits of the row and the column in turn, 56 bits in two halves. Stored is the difference
// from the one before, seven bits a byte, lowest first; the eighth bit means that more follow.
let facts, point;
const depth = 28, side = 2 ** depth;
let count = 0, columns, rows, names = [], postcodes = [], properties;

function evenBits(bits) {
  let even = 0;
  for (let at = 0; at < 14; at++) even |= bits >> at & 1 << at;
  return even;
}

function readPositions(bytes) {
  columns = new Uint32Array(count);
  rows = new Uint32Array(count);
  let at = 0, high = 0, low = 0;
  for (let venue = 0; venue < count; venue++) {
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = bytes[at++];
      if (shift < 28) low += (byte & 127) << shift;
      else high += (byte & 127) << (shift - 28);
      more = byte > 127;
    }
    high += low >>> 28;
    low &= side - 1;
    columns[venue] = evenBits(high) << 14 | evenBits(low);
    rows[venue] = evenBits(high >> 1) << 14 | evenBits(low >> 1);
  }
}

// A line is its first point and the steps between points, in units of 2^-26 of the world's side.
function readLine(steps) {
  const line = { points: new Float64Array(steps.length), ...nowhere };
  for (let at = 0, x = 0, y = 0; at < steps.length; at += 2) {
    x += steps[at] / 2 ** 26;
    y += steps[at + 1] / 2 ** 26;
    line.points.set([x, y], at);
    widen(line, x, y);
  }
  return line;
}

const nowhere = { west: 9, east: -9, north: 9, south: -9 };
function widen(box, x, y) {
  box.west = min(box.west, x);
  box.east = max(box.east, x);
  box.north = min(box.north, y);
  box.south = max(box.south, y);
}

// THE WORLD

// x grows from the antimeridian eastwards and y from the north southwards, both from 0 to 1.
const degree = PI / 180;
const xOf = (longitude) => (longitude + 180) / 360;
const longitudeOf = (x) => (x - floor(x)) * 360 - 180;
const yOf = (latitude) => 0.5 - Math.asinh(tan(clamp(latitude, -85.0511287, 85.0511287) * degree)) / (2 * PI);
const latitudeOf = (y) => atan(sinh(PI * (1 - 2 * y))) / degree;
const venueX = (venue) => (columns[venue] + 0.5) / side;
const venueY = (venue) => (rows[venue] + 0.5) / side;
const squareOf = (venue) => ({ x: venueX(venue), y: venueY(venue) });
const wrapped = (x) => x - round(x);
const metresAround = (latitude) => 40075016.686 * cos(latitude * degree);

// The shortest decimal in the venue's cell, which is 0.15 m wide: most often what the dataset has.
function shortest(low, high) {
  let value;
  for (let places = 3; places < 7; places++) {
    value = ((low + high) / 2).toFixed(places);
    if (low <= value && value <= high) break;
  }
  return String(Number(value));
}
const degreesOf = (venue) => [
  shortest(latitudeOf((rows[venue] + 1) / side), latitudeOf(rows[venue] / side)),
  shortest(columns[venue] / side * 360 - 180, (columns[venue] + 1) / side * 360 - 180),
];

// Latitude on the ellipsoid. A point may be nearer to a pole than the square reaches.
const flattening = 1 / 298.257223563;
const reduced = ({ y, latitude = latitudeOf(y) }) => atan((1 - flattening) * tan(latitude * degree));

// Lambert's formula, good to centimetres in a town and to metres over a thousand kilometres.
function distance(from, to) {
  const a = reduced(from), b = reduced(to);
  const p = (a + b) / 2, q = (b - a) / 2;
  const half = sin(q) ** 2 + cos(a) * cos(b) * sin((to.x - from.x) * PI) ** 2;
  const angle = 2 * asin(min(1, sqrt(half)));
  if (half < 1e-20 || half > 0.9999) return 6378137 * angle;
  const correction = (angle - sin(angle)) * (sin(p) * cos(q)) ** 2 / (1 - half)
    + (angle + sin(angle)) * (cos(p) * sin(q)) ** 2 / half;
  return 6378137 * (angle - flattening / 2 * correction);
}

function awayText(from, to) {
  const metres = distance(from, to);
  if (metres < 0.5) return '0 m';
  // The direction at the start.
  const a = reduced(from), b = reduced(to), turn = (to.x - from.x) * 2 * PI;
  const east = sin(turn) * cos(b), north = cos(a) * sin(b) - sin(a) * cos(b) * cos(turn);
  const eighth = round(Math.atan2(east, north) / PI * 4 + 8) % 8;
  return lengthText(metres) + ' ' + 'N NE E SE S SW W NW'.split(' ')[eighth];
}

function lengthText(metres) {
  if (facts.imperial) {
    const miles = metres / 1609.344;
    return miles < 0.25 ? `${round(metres / 0.9144)} yd` : `${miles.toFixed(miles < 10 ? 1 : 0)} mi`;
  }
  return metres < 999.5 ? `${round(metres)} m` : `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0)} km`;
}

const nameOf = (venue) => names[venue] || 'No name';
const venuesText = (number) => `${number.toLocaleString('en-GB')} ${number === 1 ? 'venue' : 'venues'}`;

// GROUPS

// The same as in `finder clusters`: the venues in one square of 64 pixels at a whole zoom. A level is
// how often the world was halved. `found` is the search's result.
let found, groups = {};
const venueAt = (place) => found ? found[place] : place;
const venuesOf = ({ from, to }) => Array.from({ length: to - from }, (_, at) => venueAt(from + at));

function groupsAt(level) {
  if (groups.level === level && groups.found === found) return groups;
  const shift = depth - level, all = found ? found.length : count;
  groups = { level, found, starts: [], xs: [], ys: [] };
  let column, row, x, y, start;
  for (let place = 0; place <= all; place++) {
    const venue = venueAt(place);
    if (place === all || columns[venue] >>> shift !== column || rows[venue] >>> shift !== row) {
      if (place > 0) {
        groups.xs.push((x / (place - start) + 0.5) / side);
        groups.ys.push((y / (place - start) + 0.5) / side);
      }
      groups.starts.push(place);
      [column, row, x, y, start] = [columns[venue] >>> shift, rows[venue] >>> shift, 0, 0, place];
    }
    x += columns[venue];
    y += rows[venue];
  }
  return groups;
}

// The first whole zoom at which they are in several groups; none if they coincide.
function splittingZoom(venues) {
  const [first] = venues;
  let differing = 0;
  for (const venue of venues) differing |= (columns[venue] ^ columns[first]) | (rows[venue] ^ rows[first]);
  return differing === 0 ? Infinity : max(0, Math.clz32(differing) - 5);
}

const shortNumbers = new Intl.NumberFormat('en', { notation: 'compact' });
// As in pictures: 412, 1.0k, 54k.
const countText = (number) => number < 1000 ? String(number)
  : shortNumbers.format(number).replace(/^\d(?=[KM])/, '$&.0').replace('K', 'k');

// THE VIEW

const view = { x: 0.5, y: 0.5, zoom: 1 };
let width = 0, height = 0, ratio = 1, scale = 256, least = 0, most = 20;
const scaleOf = (zoom) => 256 * 2 ** zoom;

// The camera is 500 m to 2200 km from the ground, and sees 0.536 of that in height. All venues can be seen.
function setLimits() {
  const { limits } = facts;
  const zoomFor = (metres) => log2(metresAround(latitudeOf((limits.north + limits.south) / 2)) * height / metres / 256);
  most = clamp(zoomFor(500 * 0.536), 17, 20);
  least = max(0, min(zoomFor(2200e3 * 0.536), zoomToFit(facts.extent)));
}

function zoomToFit({ west, east, north, south }) {
  return log2(0.85 * min(width / max(east - west, 1e-9), height / max(south - north, 1e-9)) / 256);
}

function place({ x, y, zoom = view.zoom }) {
  const { west, east, north, south } = facts.limits, middle = (west + east) / 2;
  view.zoom = clamp(zoom, least, most);
  view.x = clamp(middle + wrapped(x - middle), west, east);
  view.y = clamp(y, north, south);
  scale = scaleOf(view.zoom);
  redraw();
  later(200, list);
}

// The place at these pixels stays there.
function zoomAt(px, py, by) {
  const zoom = clamp(view.zoom + by, least, most), gain = 1 / scale - 1 / scaleOf(zoom);
  place({ x: view.x + (px - width / 2) * gain, y: view.y + (py - height / 2) * gain, zoom });
}

let flight, goal;
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

function land() {
  cancelAnimationFrame(flight);
  flight = 0;
}

function fly(milliseconds, step) {
  land();
  if (isStill.matches) return step(1);
  const start = performance.now();
  const go = (now) => {
    const part = clamp((now - start) / milliseconds, 0, 1);
    flight = part < 1 ? requestAnimationFrame(go) : 0;
    step(1 - (1 - part) ** 3);
  };
  flight = requestAnimationFrame(go);
}

// Straight in the pixels of the current zoom; otherwise the target would swerve.
function flyTo({ x, y, zoom = view.zoom }) {
  const from = { ...view }, by = wrapped(x - from.x), to = goal = clamp(zoom, least, most);
  const inverse = (zoom) => 1 / scaleOf(from.zoom) - 1 / scaleOf(zoom);
  fly(280, (part) => {
    const now = from.zoom + (to - from.zoom) * part;
    const gone = abs(to - from.zoom) < 1e-6 ? part : inverse(now) / inverse(to);
    place({ x: from.x + by * gone, y: from.y + (y - from.y) * gone, zoom: now });
  });
}

// The middle of a box, and the zoom that shows all of it.
function fitted(box) {
  return { x: (box.west + box.east) / 2, y: (box.north + box.south) / 2, zoom: min(zoomToFit(box), 16) };
}
const firstView = () => 'zoom' in facts.first ? facts.first : fitted(facts.first);

function zoomBy(step, px = width / 2, py = height / 2) {
  const from = view.zoom, to = round((flight ? goal : from) + step);
  goal = clamp(to, least, most);
  fly(180, (part) => zoomAt(px, py, from + (to - from) * part - view.zoom));
}

function panBy(dx, dy) {
  goal = view.zoom;
  const { x, y } = view, by = scale;
  fly(120, (part) => place({ x: x + dx / by * part, y: y + dy / by * part }));
}

// DRAWING

const pen = canvas.getContext('2d');
// The style sheet has the colours, also for dark mode and print.
const colours = new Proxy(getComputedStyle(document.documentElement), {
  get: (style, name) => style.getPropertyValue('--' + name),
});

let isDue;
function redraw() {
  if (!isDue) requestAnimationFrame(draw);
  isDue = true;
  later(400, writeAddress);
}

// Targets of a click: venues `from` up to `to`.
let hits = [], selected = -1, hovered, fan;
let left, top;
const onScreen = ({ x, y }) => ({ x: screenX(x), y: screenY(y) });
const isInSight = (place, share) => {
  const { x, y } = onScreen(place);
  return abs(x - width / 2) <= width / 2 * share && abs(y - height / 2) <= height / 2 * share;
};
const screenX = (x) => wrapped(x - view.x) * scale + width / 2;
const screenY = (y) => (y - view.y) * scale + height / 2;
const font = (size, weight = 500) => `${weight} ${size}px system-ui, sans-serif`;

function stroke(colour, wide) {
  [pen.strokeStyle, pen.lineWidth] = [colour, wide];
  pen.stroke();
}

function draw() {
  isDue = false;
  left = view.x * scale - width / 2;
  top = view.y * scale - height / 2;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.lineJoin = 'round';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  drawGround();
  placeHits();
  drawPlaces();
  drawHits();
  drawMarks();
  drawFan();
  drawScaleBar();
}

// By kind: colours of areas and lines, dashes, width.
const looks = {
  land: ['land', 'coast'], cut: ['land'], lake: ['water'], park: ['park'], building: ['building'],
  river: [, 'water'], border: [, 'border', [5, 3]], road: [, 'road', , 2], path: [, 'path', [5, 3]],
  other: [, 'border'], way: [, 'point', , 3], line: [, 'point', [8, 5], 3],
};

function drawGround() {
  // In a close view the base map is too rough.
  const strength = facts.fades ? clamp((12 - view.zoom) / 2, 0, 1) : 1;
  // A shape around the world may be in sight twice.
  const turns = scale > width ? [-1, 0, 1] : [0];
  page.credit.hidden = !strength;
  pen.fillStyle = colours.ground;
  pen.fillRect(0, 0, width, height);
  pen.globalAlpha = strength;
  pen.fillStyle = colours.sea;
  if (facts.shapes.some(({ kind }) => kind === 'land')) pen.fillRect(0, 0, width, height);
  for (const { kind, closed, lines } of facts.shapes) {
    const [area, line, dashes = [], wide = 1] = looks[kind], alpha = wide > 2 ? 1 : strength;
    pen.beginPath();
    if (!alpha || !lines.filter((line) => turns.filter((turn) => tracePath(line, closed, turn)).length).length) continue;
    if (area && closed) {
      pen.globalAlpha = area === 'land' ? 1 : alpha;
      pen.fillStyle = colours[area];
      pen.fill('evenodd');
    }
    pen.globalAlpha = alpha;
    if (line) {
      pen.setLineDash(dashes);
      stroke(colours[line], wide);
    }
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

// False if no part of it is in sight.
function tracePath({ points, west, east, north, south }, isClosed, by) {
  const turn = round(view.x - (west + east) / 2) + by;
  if ((east + turn) * scale < left || (west + turn) * scale > left + width) return false;
  if (south * scale < top || north * scale > top + height) return false;
  for (let at = 0, lastX = 1e9, lastY = 1e9; at < points.length; at += 2) {
    const x = (points[at] + turn) * scale - left, y = points[at + 1] * scale - top;
    if (abs(x - lastX) + abs(y - lastY) < 1 && at < points.length - 2) continue;
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
  if (isClosed) pen.closePath();
  return true;
}

// Boxes, by their middles, which other text must not overlap.
let taken = [];
const isFree = ({ x, y, w, h }) => !taken.some((box) => abs(x - box.x) * 2 < w + box.w && abs(y - box.y) * 2 < h + box.h);

// Discs stay in their own cells, away from the edges, so they never touch. A few separate venues are dots.
function placeHits() {
  hits = [];
  const level = floor(view.zoom + 1e-9) + 2, { starts, xs, ys } = groupsAt(level), cell = scale / 2 ** level;
  const within = (value, screen, edge) => {
    const start = screen(floor(value * 2 ** level) / 2 ** level);
    return clamp(screen(value), start + edge, start + cell - edge);
  };
  for (let number = 0; number < xs.length; number++) {
    const x = screenX(xs[number]), y = screenY(ys[number]);
    if (x < -cell || x > width + cell || y < -cell || y > height + cell) continue;
    const from = starts[number], to = starts[number + 1], size = to - from;
    if (size <= 8 && placeDots(from, to, within)) continue;
    const radius = 11 + 2.5 * floor(log10(size));
    hits.push({ x: within(xs[number], screenX, radius + 6), y: within(ys[number], screenY, radius + 6), radius, from, to });
  }
  const marks = (point ? [point] : facts.people).map((mark) => ({ ...onScreen(mark), radius: 26 }));
  taken = [...hits, ...marks].map(({ x, y, radius }) => ({ x, y, w: 2 * radius, h: 2 * radius }));
}

// Venues of a group as dots, and those at one place as a disc, if none touches another.
function placeDots(from, to, within) {
  const dots = [];
  for (let at = from; at < to; at++) {
    const venue = venueAt(at), last = dots.at(-1);
    if (last && isSameSpot(last.venue, venue)) {
      Object.assign(last, { to: at + 1, radius: 11, x: within(venueX(venue), screenX, 17), y: within(venueY(venue), screenY, 17) });
    } else dots.push({ ...onScreen(squareOf(venue)), venue, from: at, to: at + 1, radius: 5 });
  }
  if (dots.length === 1 && to - from > 1) return false;
  const touch = (a, b) => hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius + 6;
  if (dots.some((dot, at) => dots.slice(0, at).some((other) => touch(dot, other)))) return false;
  hits.push(...dots);
  return true;
}

const isSameSpot = (a, b) => columns[a] === columns[b] && rows[a] === rows[b];
const isVenue = ({ from, to }) => to - from === 1;

function fillCircles(circles, colour, grow = 0) {
  pen.beginPath();
  for (const { x, y, radius } of circles) {
    pen.moveTo(x + radius + grow, y);
    pen.arc(x, y, radius + grow, 0, 2 * PI);
  }
  pen.fillStyle = colour;
  pen.fill();
}

// Copies of a disc, on whole pixels, cost a third of what arcs do.
let discs = {};
function drawDisc({ x, y, radius }, colour) {
  const half = ceil((radius + 2) * ratio), start = (pixel) => (round(pixel * ratio) - half) / ratio;
  pen.fillStyle = colour; // Resolves system colours.
  const disc = discs[pen.fillStyle + radius] ??= painted(half, radius, pen.fillStyle);
  pen.drawImage(disc, start(x), start(y), disc.width / ratio, disc.width / ratio);
}

function painted(half, radius, colour) {
  const disc = new OffscreenCanvas(2 * half, 2 * half), own = disc.getContext('2d');
  for (const [around, style] of [[1.5, colours.paper], [0, colour]]) {
    own.beginPath();
    own.arc(half, half, (radius + around) * ratio, 0, 2 * PI);
    own.fillStyle = style;
    own.fill();
  }
  return disc.transferToImageBitmap();
}

function drawHits() {
  const dots = hits.filter(isVenue);
  for (const dot of dots) drawDisc(dot, colours.dot);
  pen.font = font(12, 600);
  for (const hit of hits) {
    const size = hit.to - hit.from;
    if (size === 1) continue;
    drawDisc(hit, colours[size < 10 ? 'few' : size < 1000 ? 'some' : 'many']);
    pen.fillStyle = colours.count;
    pen.fillText(countText(size), hit.x, hit.y + 0.5);
  }
  if (view.zoom < 14.5) return;
  for (const { x, y, from } of dots) drawLabel(shortened(names[venueAt(from)], 28), x, y, 7, 12, colours.text);
}

function drawText(text, x, y, size, colour, weight) {
  pen.font = font(size, weight);
  pen.lineWidth = 4;
  pen.strokeStyle = colours.halo;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

const widths = {};
function widthOf(text, size) {
  pen.font = font(size);
  return widths[size + text] ??= pen.measureText(text).width;
}

// Drawn if there is room.
function drawLabel(text, x, y, away, size, colour) {
  const w = widthOf(text, size) + 4, h = size + 3;
  const below = away + h / 2, beside = away + w / 2;
  const box = [[0, below], [beside, 0], [-beside, 0], [0, -below]]
    .map(([dx, dy]) => ({ x: x + dx, y: y + dy, w, h })).find(isFree);
  if (box) drawText(text, box.x, box.y, size, colour);
  return box && taken.push(box);
}

// The largest first; closer views show smaller ones too.
function drawPlaces() {
  const dots = [];
  for (const [name, x, y, weight] of facts.places) {
    if (weight < 250000 / 2.6 ** (view.zoom - 6)) break;
    const px = screenX(x), py = screenY(y);
    if (px < -40 || px > width + 40 || py < -20 || py > height + 20) continue;
    if (drawLabel(name, px, py, 4, weight > 100000 ? 14 : 12, colours.town)) dots.push({ x: px, y: py, radius: 2 });
  }
  fillCircles(dots, colours.halo, 1);
  fillCircles(dots, colours.town);
}

const shortened = (text = '', most) => text.length > most ? [...text.slice(0, most)].slice(0, -1).join('') + '…' : text;

function drawPin(x, y, colour) {
  for (const [radius, style] of [[13, colours.paper], [11, colour], [7, colours.paper], [5, colour]]) {
    fillCircles([{ x, y, radius }], style);
  }
}

// Where people are, by their letters. The first lies over the others.
function drawPeople() {
  for (const person of [...facts.people].reverse()) {
    const { x, y } = onScreen(person);
    fillCircles([{ x, y, radius: 13 }], colours.paper);
    fillCircles([{ x, y, radius: 11 }], colours.point);
    pen.font = font(13, 700);
    pen.fillStyle = colours.paper;
    pen.fillText(person.label, x, y + 1);
    drawText(shortened(person.name, 40), x, y + 22, 13, colours.point, 600);
  }
}

function drawMarks() {
  drawPeople();
  if (point) {
    const { x, y } = onScreen(point);
    drawPin(x, y, colours.point);
    drawText(shortened(point.name, 40), x, y + 22, 13, colours.point, 600);
  }
  if (hovered && isVenue(hovered) && !fan) drawName(venueAt(hovered.from), hovered.x, hovered.y, colours.text);
  if (selected >= 0 && !(fan && fan.venues.includes(selected))) {
    const { x, y } = onScreen(squareOf(selected));
    drawPin(x, y, colours.selected);
    drawName(selected, x, y - 6, colours.selected);
  }
  if (canvas.matches(':focus-visible')) {
    pen.beginPath();
    pen.rect(width / 2 - 6, height / 2 - 6, 12, 12);
    stroke(colours.selected, 2);
  }
}

function drawName(venue, x, y, colour) {
  const text = shortened(nameOf(venue), 40), half = widthOf(text, 13) / 2 + 8;
  drawText(text, clamp(x, half, max(width - half, half)), y < 40 ? y + 24 : y - 16, 13, colour, 600);
}

function drawScaleBar() {
  // On a small map it would hide too much.
  if (width < 300 || height < 200) return;
  const perPixel = metresAround(latitudeOf(view.y)) / scale;
  const [unit, name] = !facts.imperial ? [1] : perPixel * 110 < 400 ? [0.9144, 'yd'] : [1609.344, 'mi'];
  const longest = perPixel * 110 / unit, power = 10 ** floor(log10(longest));
  const length = power * [5, 2, 1].find((part) => part * power <= longest);
  const wide = length * unit / perPixel, y = height - 14;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, y - 24, wide + 28, 38);
  pen.beginPath();
  for (const [x, up] of [[14, 6], [14, 0], [14 + wide, 0], [14 + wide, 6]]) pen.lineTo(x, y - up);
  stroke(colours.text, 2);
  drawText(name ? `${length} ${name}` : lengthText(length).replace('.0', ''), 14 + wide / 2, y - 12, 12, colours.text);
}

// VENUES FANNED OUT

// In a ring, or in a spiral if there are many, 22 pixels apart.
function openFan(hit) {
  fan = { venues: venuesOf(hit), spots: [] };
  const many = fan.venues.length;
  let radius = many > 10 ? 30 : 36, angle = -PI / 2;
  Object.assign(fan, squareOf(fan.venues[many >> 1]));
  for (let at = 0; at < many; at++) {
    fan.spots.push([radius * cos(angle), radius * sin(angle)]);
    const step = many > 10 ? 22 / radius : 2 * PI / many;
    angle += step;
    if (many > 10) radius += 22 * step / (2 * PI);
  }
  hovered = null;
  shownMost = listed;
  flyTo(fan);
  list();
}

function closeFan() {
  if (!fan) return false;
  fan = null;
  list();
  redraw();
  return true;
}

function drawFan() {
  if (!fan) return;
  const { x, y } = onScreen(fan);
  const leaves = fan.spots.map(([dx, dy], at) => ({ x: x + dx, y: y + dy, radius: 8, venue: fan.venues[at], isLeaf: true }));
  pen.beginPath();
  for (const leaf of leaves) {
    pen.moveTo(x, y);
    pen.lineTo(leaf.x, leaf.y);
  }
  stroke(colours.town, 1);
  fillCircles(leaves, colours.paper, 2);
  fillCircles([...leaves, { x, y, radius: 4 }], colours.dot);
  hits.push(...leaves);
  for (const leaf of leaves) {
    if (leaf.venue === selected) drawPin(leaf.x, leaf.y, colours.selected);
    if (leaves.length <= 10) {
      const name = shortened(names[leaf.venue], 28), half = widthOf(name, 12) / 2 + 12;
      drawText(name, leaf.x + (leaf.x > x - 1 ? half : -half), leaf.y, 12, colours.text);
    } else if (leaf.venue === selected || hovered?.venue === leaf.venue) {
      drawName(leaf.venue, leaf.x, leaf.y, colours.text);
    }
  }
}

// MOVING

// The nearest within `slack` pixels. Fanned-out venues are above all others.
function hitAt(x, y, slack) {
  const away = (hit) => hypot(hit.x - x, hit.y - y) - hit.radius;
  const near = hits.filter((hit) => away(hit) <= slack), leaves = near.filter((hit) => hit.isLeaf);
  return (leaves.length > 0 ? leaves : near).reduce((a, b) => a && away(a) <= away(b) ? a : b, null);
}

function open(hit) {
  if (!hit) return;
  if (hit.isLeaf) return showDetails(hit.venue);
  if (isVenue(hit)) return showDetails(venueAt(hit.from));
  const zoom = splittingZoom(venuesOf(hit));
  if (zoom > most) return openFan(hit);
  fan = null;
  flyTo({ ...fitted(boxOf(venuesOf(hit))), zoom: max(zoom, floor(view.zoom) + 1) });
}

function boxOf(venues) {
  const box = { ...nowhere };
  for (const venue of venues) widen(box, view.x + wrapped(venueX(venue) - view.x), venueY(venue));
  return box;
}

const pointers = new Map();
let isTap = false, lastTap = {};
const pixelsOf = ({ offsetX, offsetY }) => ({ x: offsetX, y: offsetY });

// The middle of two fingers, and the distance between them.
function grip() {
  const [a, b = a] = [...pointers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: hypot(a.x - b.x, a.y - b.y) };
}

function press(event) {
  if (event.button !== 0) return;
  land();
  canvas.setPointerCapture(event.pointerId);
  isTap = pointers.size === 0;
  pointers.set(event.pointerId, { ...pixelsOf(event), startX: event.clientX, startY: event.clientY });
}

function drag(event) {
  const pointer = pointers.get(event.pointerId);
  if (!pointer) return hover(pixelsOf(event));
  if (hypot(event.clientX - pointer.startX, event.clientY - pointer.startY) > 5) isTap = false;
  if (isTap) return;
  canvas.className = 'moving';
  const before = grip();
  Object.assign(pointer, pixelsOf(event));
  const after = grip();
  place({ x: view.x + (before.x - after.x) / scale, y: view.y + (before.y - after.y) / scale });
  if (before.apart && after.apart) zoomAt(after.x, after.y, log2(after.apart / before.apart));
}

function release(event) {
  if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
  canvas.className = '';
  if (isTap && event.type === 'pointerup') tap(event, pixelsOf(event));
}

function tap(event, { x, y }) {
  const hit = hitAt(x, y, event.pointerType === 'mouse' ? 3 : 12);
  const isSecond = event.timeStamp - lastTap.time < 350 && hypot(x - lastTap.x, y - lastTap.y) < 25;
  lastTap = hit || isSecond ? {} : { time: event.timeStamp, x, y };
  if (hit) open(hit);
  else if (!closeFan() && isSecond) zoomBy(1, x, y);
}

function turnWheel(event) {
  event.preventDefault();
  land();
  const { offsetX: x, offsetY: y } = event, lines = [1, 20, 300][event.deltaMode];
  zoomAt(x, y, clamp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.003), -1, 1));
}

function hover(pixel) {
  const hit = pixel && hitAt(pixel.x, pixel.y, 3);
  canvas.className = hit ? 'over' : '';
  if (hit?.from === hovered?.from && hit?.venue === hovered?.venue) return;
  hovered = hit;
  redraw();
}

const openMiddle = () => open(hitAt(width / 2, height / 2, max(width, height)));
const [closer, further] = [() => zoomBy(1), () => zoomBy(-1)];
const commands = { '/': focusSearch, '+': closer, '=': closer, '-': further, _: further, Home: () => flyTo(firstView()) };
const mapCommands = {
  Enter: openMiddle, ' ': openMiddle,
  ArrowLeft: (step) => panBy(-step, 0), ArrowRight: (step) => panBy(step, 0),
  ArrowUp: (step) => panBy(0, -step), ArrowDown: (step) => panBy(0, step),
};

function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const command = event.key === 'Escape' ? stepBack : event.target === page.search ? null
    : commands[event.key] || event.target === canvas && mapCommands[event.key];
  if (!command) return;
  event.preventDefault();
  command(event.shiftKey ? 320 : 100);
}

// Closes the details, the fan or the search, in this order.
function stepBack() {
  if (!page.details.hidden) return hideDetails();
  if (closeFan()) return;
  if (page.search.value) page.search.value = '';
  else if (!chosen().length) return canvas.focus();
  else return choose([]);
  search('');
}

function focusSearch() {
  hideDetails();
  page.search.select();
}

// SEARCH

// All names and postcodes in one text, a line per venue: one search costs less than one for each.
let allText, lineStarts, ranks;
const spelt = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

function folded(text) {
  return text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f'’‘`´]/g, '')
    .replace(/[ßæœøđłı]/g, (letter) => spelt[letter]).replace(/[^\p{L}\p{N}\p{M}\n]+/gu, ' ');
}

function foldAll() {
  const lines = folded(names.join('\n')).split('\n');
  lineStarts = new Uint32Array(count + 1);
  for (let venue = 0; venue < count; venue++) {
    lines[venue] = ` ${lines[venue]} ${postcodes[venue].toLowerCase()}`;
    lineStarts[venue + 1] = lineStarts[venue] + lines[venue].length + 1;
  }
  allText = lines.join('\n') + '\n';
}

// How each venue's name or postcode matches a word: 0 at the start of a word, 1 within one, 2 not at all.
function ranksOf(word) {
  const own = new Uint8Array(count).fill(2);
  // A single letter must begin a word.
  const text = /^[a-z\d]$/.test(word) ? ' ' + word : word;
  for (let at = allText.indexOf(text), venue = 0; at >= 0;) {
    while (lineStarts[venue + 1] <= at) venue++;
    own[venue] = text !== word || allText[at - 1] === ' ' ? 0 : 1;
    at = allText.indexOf(text, own[venue] ? at + 1 : lineStarts[venue + 1]);
  }
  return own;
}

function merge(into, others, choice) {
  for (let venue = 0; venue < count; venue++) into[venue] = choice(into[venue], others[venue]);
  return into;
}

// A part is a word, or a phrase with its meanings: a venue needs one of these, or all of the words.
function ranksOfPart({ words, values }) {
  const own = words.map(ranksOf).reduce((all, word) => merge(all, word, max));
  for (const { venues, named } of values) for (const venue of [...venues, ...named]) own[venue] = 0;
  return own;
}

// Takes the longest phrase known at each place, as `finder near --for` does. Any of several kinds is
// enough, so the result is lists of parts; one part of each list must match.
function partsOf(words) {
  let parts = [];
  for (let at = 0; at < words.length; at += parts.at(-1).words.length) {
    let own = words.slice(at, at + longestPhrase);
    while (own.length && !meanings(own.join(' ')).length) own.pop();
    if (!own.length) own = [words[at]];
    parts.push({ words: own, phrase: own.join(' ') });
  }
  for (const part of parts) part.values = meanings(part.phrase);
  if (!phrases.size) return parts.map((part) => [part]);
  const choices = [({ phrase }) => !silent.has(phrase), ({ values }) => values.length, ({ phrase }) => !articles.has(phrase)];
  const counts = choices.find((choice) => parts.some(choice)) || (() => true);
  const isBesideOr = (at) => [at - 1, at + 1].some((other) => parts[other]?.phrase === 'or');
  // Either side of `or` is enough.
  const groups = [];
  let joined = false;
  parts.forEach((part, at) => {
    if (part.phrase === 'or' && groups.length) joined = true;
    if (!counts(part) && !(isBesideOr(at) && part.values.length)) return;
    if (joined) groups.at(-1).push(part);
    else groups.push([part]);
    joined = false;
  });
  parts = groups.flat();
  // The last word may be incomplete.
  const last = parts.at(-1);
  if (last?.phrase.length > 2 && !last.values.length) last.values = meaningsFrom(last.phrase);
  // Names may have `Fish & Chips`.
  for (const part of parts) if (part.words.length > 1) part.words = part.words.filter((word) => !articles.has(word));
  const isKind = ({ values }) => values.length && values.every(({ aspect }) => aspect === 0);
  const kinds = groups.filter((group) => group.every(isKind)), others = groups.filter((group) => !group.every(isKind));
  return kinds.length ? [...others, kinds.flat()] : others;
}

// Venues that match all parts, and how well each matches its worst part.
function venuesWith(parts, filters = []) {
  const worst = new Uint8Array(count);
  for (const choices of parts) {
    merge(worst, choices.map(ranksOfPart).reduce((all, one) => merge(all, one, min)), max);
  }
  for (const values of filters) {
    const own = new Uint8Array(count).fill(2);
    for (const { venues } of values) for (const venue of venues) own[venue] = 0;
    merge(worst, own, max);
  }
  const venues = [];
  for (let venue = 0; venue < count; venue++) if (worst[venue] < 2) venues.push(venue);
  return [venues, worst];
}

function search(text) {
  if (!lineStarts) return;
  // A postcode may be written without its space.
  text = text.replace(/^\s*([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{2})\s*$/i, '$1 $2');
  if (phrases.size) text = text.replaceAll('&', ' and ');
  const parts = partsOf(folded(text).split(' ').filter(Boolean)), filters = filtersChosen();
  [found, ranks] = parts.length + filters.length > 0 ? venuesWith(parts, filters) : [];
  fan = hovered = null;
  shownMost = listed;
  list();
  redraw();
}

// FOOD

// The values to filter by, each with its venues, and all phrases for them.
let food = {}, longestPhrase = 1, articles, silent;
const valueOfKey = new Map(), phrases = new Map(), fromSteps = (steps, at = 0) => steps.map((step) => at += step);

function readFood(read) {
  food = read;
  // If a page has food, these add nothing to other words; articles least of all.
  [articles, silent] = [food.articles, food.silent].map((words) => new Set(words));
  for (const [aspect, value, words, venues, named] of food.values || []) {
    const text = value.replaceAll('_', ' '), own = { aspect, text, key: `${aspect}.${value}`, venues: fromSteps(venues), named: fromSteps(named) };
    valueOfKey.set(own.key, own);
    for (const phrase of [text, ...words]) {
      phrases.set(phrase, [...phrases.get(phrase) || [], own]);
      longestPhrase = max(longestPhrase, phrase.split(' ').length);
    }
  }
  if (!valueOfKey.size) return;
  page.search.placeholder = page.searchLabel.textContent = 'Search names, food and postcodes';
  page.food.hidden = false;
  for (const aspect of groupOf.keys()) fillGroup(aspect);
}

// A dataset may have as many cuisines as venues. The commonest values come first, and have boxes.
const boxed = 200, groupOf = [0, 3, 1, 2].map((at) => page.groups.children[at]);
function fillGroup(aspect) {
  const all = [...valueOfKey.values()].filter((own) => own.aspect === aspect), note = groupOf[aspect].lastElementChild;
  for (const own of all.slice(0, boxed)) addBox(own);
  if (all.length > boxed) note.textContent = `And ${(all.length - boxed).toLocaleString('en-GB')} more, which the search above finds.`;
}

function addBox(own) {
  const box = page.box.content.cloneNode(true).firstChild, [input, label] = box.children, group = groupOf[own.aspect];
  [input.value, label.firstChild.textContent, label.lastChild.textContent] = [own.key, own.text, own.venues.length];
  [input.own, own.box] = [own, input];
  group.hidden = false;
  group.lastElementChild.before(box);
}

// In the singular or the plural.
function meanings(phrase) {
  const spellings = [[/$/, ''], [/ies$/, 'y'], [/es$/, ''], [/s$/, '']].map(([end, instead]) => phrase.replace(end, instead));
  return phrases.get(spellings.find((spelling) => phrases.has(spelling))) || [];
}
const meaningsFrom = (start) => [...phrases].flatMap(([phrase, own]) => phrase.startsWith(start) ? own : []);

const boxes = () => [...page.groups.querySelectorAll('input')];
const chosen = () => boxes().filter((box) => box.checked).map((box) => box.own);

// A venue needs any of the kinds, any of the cuisines, and all of the diets and features.
function filtersChosen() {
  const all = chosen(), of = (aspect) => all.filter((own) => own.aspect === aspect);
  return [of(0), of(1), ...of(2).map((own) => [own]), ...of(3).map((own) => [own])].filter((values) => values.length);
}

// A link may name a value that has no box.
function choose(keys) {
  const wanted = new Set(keys.map((key) => valueOfKey.get(key)).filter(Boolean));
  for (const own of wanted) if (!own.box) addBox(own);
  for (const box of boxes()) box.checked = wanted.has(box.own);
  filter();
}

function filter() {
  const texts = chosen().map(({ text }) => text);
  page.chosen.textContent = texts.length ? 'Food: ' + texts.join(', ') : 'Filter by food';
  page.unfilter.hidden = !texts.length;
  search(page.search.value);
}

// Uses the reader's clock as the venue's local time. Days outside the page's range are unknown.
function openings(venue) {
  const { hours } = food, steps = hours?.open[hours.of[venue] - 1];
  if (!steps) return null;
  const date = new Date(), minute = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()) / 6e4 - hours.first * 1440;
  if (minute < 0 || minute >= hours.days * 1440) return null;
  const spans = [];
  for (let at = 0, last = 0; at < steps.length; at += 2) {
    const from = last + steps[at], to = last = from + abs(steps[at + 1]);
    spans.push({ from, to, isSure: steps[at + 1] > 0 });
  }
  return { spans, minute, day: floor(minute / 1440), first: hours.first, days: hours.days };
}

const clockOf = (minute) => new Date(minute * 6e4).toISOString().slice(11, 16);
const dayOf = (day) => 'Thu Fri Sat Sun Mon Tue Wed'.split(' ')[day % 7];

function stateText({ spans, minute, day, first, days }) {
  const at = (time) => {
    const ahead = floor(time / 1440) - day, date = new Date((first + day + ahead) * 864e5);
    return (ahead < 1 ? '' : ahead < 7 ? dayOf(first + day + ahead) + ' '
      : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }) + ', ') + clockOf(time);
  };
  const now = spans.find(({ from, to }) => from <= minute && minute < to);
  if (now && !now.isSure) return 'perhaps open';
  // Closing at two in the morning counts as the evening before.
  if (now) return now.to >= days * 1440 ? 'open' : 'open till ' + (now.to <= (day + 1) * 1440 + 360 ? clockOf(now.to) : at(now.to));
  const next = spans.find(({ from, isSure }) => from > minute && isSure), midnight = day * 1440;
  if (next && next.from < midnight + 1440) return 'opens ' + at(next.from);
  const isToday = spans.some(({ from, to }) => from >= midnight && from < midnight + 1440 || to > midnight + 720 && from < midnight);
  return (isToday ? 'closed' : 'closed today') + (next ? ', opens ' + at(next.from) : '');
}

// The openings that begin on each of seven days.
function weekText({ spans, day, first, days }) {
  const lines = [];
  for (let now = day; now < min(day + 7, days); now++) {
    const start = now * 1440, texts = spans.filter(({ from, to }) => from < start + 1440 && (from >= start || to > start + 720))
      .map(({ from, to, isSure }) => (from <= start && to >= start + 1440 ? 'all day'
        : `${clockOf(max(from, start))}–${to === start + 1440 || to > start + 2160 ? '24:00' : clockOf(to)}`) + (isSure ? '' : ' perhaps'));
    lines.push(`${dayOf(first + now)} ${texts.join(', ') || 'closed'}`);
  }
  return lines.join('\n');
}

// THE LIST

const listed = 200;
let shownMost = listed;

const origin = () => point && isInSight(point, 1) ? point : { ...view, name: 'the middle' };

// Straight lines through the Earth give the same order as ways over it, without sines.
let spots;
function inSpace(place) {
  const latitude = reduced(place), longitude = place.x * 2 * PI;
  return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), (1 - flattening) * sin(latitude)];
}

// The nearest `number` venues, better ranks first.
function nearestOf(venues, number, from) {
  const keys = new Float64Array(venues.length), [x, y, z] = inSpace(from);
  if (!spots) {
    spots = new Float64Array(3 * count);
    for (let venue = 0; venue < count; venue++) spots.set(inSpace(squareOf(venue)), 3 * venue);
  }
  for (let at = 0; at < keys.length; at++) {
    const spot = 3 * venues[at];
    keys[at] = (spots[spot] - x) ** 2 + (spots[spot + 1] - y) ** 2 + (spots[spot + 2] - z) ** 2;
    if (venues === found) keys[at] += ranks[venues[at]] * 5;
  }
  // One in 16 gives a bound, so most need no sorting.
  const sample = keys.filter((_, at) => at % 16 === 0).sort();
  let order = [];
  for (const bound of [sample[ceil(number / 8) + 8] ?? Infinity, Infinity]) {
    if (order.length >= number) break;
    order = [];
    keys.forEach((key, at) => key <= bound && order.push(at));
  }
  order.sort((a, b) => keys[a] - keys[b] || a - b);
  return order.slice(0, number).map((at) => venues[at]);
}

const announce = () => { page.status.textContent = page.heading.textContent; };

function venuesInView() {
  const wide = width / 2 / scale, high = height / 2 / scale, seen = [];
  for (let venue = 0; venue < count; venue++) {
    if (abs(venueY(venue) - view.y) <= high && abs(wrapped(venueX(venue) - view.x)) <= wide) seen.push(venue);
  }
  return seen;
}

function list() {
  if (names.length < count) return;
  if (pointers.size > 0) return later(200, list);
  const from = origin(), venues = fan ? fan.venues : found || venuesInView();
  const best = fan ? venues.slice(0, shownMost) : nearestOf(venues, shownMost, from);
  fillList(page.list, best, from);
  page.heading.textContent = venuesText(venues.length) + (fan ? ' at this spot' : found ? ' found' : ' in view');
  page.fit.hidden = !found || Boolean(fan) || venues.length === 0;
  page.unfan.hidden = !fan;
  page.more.hidden = best.length === venues.length;
  page.order.textContent = venues.length > 1 && !fan ? `nearest to ${from.name} first` : '';
  later(700, announce);
}

// Buttons are reused. The focus stays on its venue.
function fillList(into, venues, from) {
  const focused = into.contains(document.activeElement) && document.activeElement.venue;
  while (into.children.length < venues.length) into.append(page.item.content.cloneNode(true));
  for (let at = 0; at < into.children.length; at++) {
    const item = into.children[at], button = item.firstChild, venue = venues[at];
    item.hidden = at >= venues.length;
    if (item.hidden) continue;
    button.venue = venue;
    button.firstChild.textContent = nameOf(venue);
    button.lastChild.textContent = [postcodes[venue], from && awayText(from, squareOf(venue))].filter(Boolean).join(' · ');
  }
  into.children[venues.indexOf(focused)]?.firstChild.focus();
}

function pressListKey(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll('#search, li:not([hidden]) button')], at = stops.indexOf(event.target);
  const next = step && stops[at + step];
  if (!next || at < 0) return;
  event.preventDefault();
  next.focus();
}

function listMore() {
  const next = shownMost;
  shownMost += listed;
  list();
  page.list.children[next].firstChild.focus();
}

// A VENUE'S DETAILS

let isFromMap;
// As in `finder show`: all but letters, digits and `-._~`.
const encoded = (text) => encodeURIComponent(text)
  .replace(/[!'()*]/g, (letter) => '%' + letter.charCodeAt(0).toString(16).toUpperCase());

function aimLinks(venue) {
  const [lat, lon] = degreesOf(venue), name = shortened(names[venue], 200);
  const words = `${name} ${postcodes[venue]}`.trim() || `${lat},${lon}`;
  const origin = point ? `&origin=${point.latitude.toFixed(6)}%2C${longitudeOf(point.x).toFixed(6)}` : '';
  const values = { lat, lon, origin, label: encoded(name || words), words: encoded(words) };
  for (const link of page.links.querySelectorAll('a')) {
    link.href = link.dataset.form.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  }
}

// The only links that a text may become, whatever it says.
const linksFor = {
  website(text) {
    const { protocol, username, password, hostname, href } = new URL(/^www\.[^\s/]+\.[^\s/]/i.test(text) ? 'https://' + text : text);
    return /^https?:$/.test(protocol) && !username && !password && /^[\w.-]+$/.test(hostname) ? href : '';
  },
  phone(text) {
    // The 0 of +44 (0)20 is for calls within the country.
    const number = text.replace(/^(\(?(?:\+|00)\s*\(?\d{1,3}\)?[\s.-]*)\(\s*0\s*\)/, '$1'), digits = number.replace(/\D/g, '');
    // After an area code a slash is part of the number; after a whole number it begins another's ending.
    const isNumber = /^\(?\+?[\d\s()./\u2010-\u2013-]+$/.test(number) && !/(\d[^\d/]*){7}\//.test(number);
    return isNumber && digits.length >= 4 && digits.length <= 15 ? `tel:${number.includes('+') ? '+' : ''}${digits}` : '';
  },
};

function linkFor(term, text) {
  try {
    return linksFor.hasOwnProperty(term) && linksFor[term](text);
  } catch {
    return '';
  }
}

function addFact(term, text) {
  const pair = page.pair.content.cloneNode(true), into = pair.lastChild;
  pair.firstChild.textContent = isWord(term) ? term[0].toUpperCase() + term.slice(1) : term;
  // finder puts this between values.
  const parts = linksFor.hasOwnProperty(term) ? text.split(', ') : [text];
  parts.forEach((part, at) => {
    const href = linkFor(term, part), place = href ? page.link.content.cloneNode(true).firstChild : document.createElement('span');
    if (href) place.href = href;
    place.textContent = part;
    into.append(at ? ', ' : '', place);
  });
  page.known.append(pair);
}
// Properties that finder has words for come first, then the hours.
const wordTerms = new Set('kind cuisine diet with payment address email'.split(' '));
const isWord = (term) => linksFor.hasOwnProperty(term) || wordTerms.has(term);

function tellHours(venue) {
  const known = openings(venue);
  if (known) addFact('Hours', `${stateText(known)}\n${weekText(known)}`);
}

function showDetails(venue) {
  if (page.details.hidden) isFromMap = document.activeElement === canvas;
  selected = venue;
  page.name.textContent = nameOf(venue);
  page.about.textContent = postcodes[venue];
  page.known.replaceChildren();
  if (point) {
    const metres = distance(point, squareOf(venue));
    addFact('Distance', `${awayText(point, squareOf(venue))} of ${point.name}`);
    // As in finder: 4.8 km an hour, 1.2 times the straight line.
    if (metres < 20000) addFact('On foot', `about ${ceil(metres * 1.2 / 80)} min`);
  }
  if (venue === facts.target) addFact('The way', facts.way);
  const more = properties?.[venue] ? properties[venue].split('\t') : [], words = more.findIndex((term, at) => at % 2 === 0 && !isWord(term));
  for (let at = 0; at + 1 < more.length; at += 2) {
    if (at === words) tellHours(venue);
    addFact(more[at], more[at + 1]);
  }
  if (words < 0) tellHours(venue);
  addFact('Position', degreesOf(venue).join(', '));
  aimLinks(venue);
  const others = [...columns.keys()].filter((other) => other !== venue && isSameSpot(other, venue));
  page.shared.hidden = others.length === 0;
  page.sharedHeading.textContent = `${venuesText(others.length)} at the same spot`;
  fillList(page.sharedList, others, null);
  page.browse.hidden = true;
  page.details.hidden = false;
  page.side.scrollTop = 0;
  page.name.focus({ preventScroll: true });
  if (!isInSight(squareOf(venue), 0.9)) flyTo(squareOf(venue));
  redraw();
}

function hideDetails() {
  if (page.details.hidden) return;
  page.details.hidden = true;
  page.browse.hidden = false;
  list();
  const item = [...page.list.children].find((item) => !item.hidden && item.firstChild.venue === selected);
  (item && !isFromMap ? item.firstChild : canvas).focus();
  selected = -1;
  redraw();
}

const usual = page.copy.textContent, putBack = () => { page.copy.textContent = usual; };
async function copyLink() {
  writeAddress();
  const said = await navigator.clipboard?.writeText(location.href).then(() => 'Copied', () => '');
  page.copy.textContent = said || 'It is in the address bar';
  later(2500, putBack);
}

// THE ADDRESS

// #12.50/51.50740/-0.12780/q=fish/f=2.vegan/v=Dishoom. A venue's name stays valid in later pages.
let ownAddress = '';
function writeAddress() {
  // Until then, the address has not been read.
  if (!lineStarts) return;
  const parts = [view.zoom.toFixed(2), latitudeOf(view.y).toFixed(5), longitudeOf(view.x).toFixed(5)];
  if (page.search.value) parts.push('q=' + encoded(shortened(page.search.value, 200)));
  const filters = chosen();
  if (filters.length) parts.push('f=' + encoded(filters.map(({ key }) => key).join(',')));
  if (selected >= 0) parts.push('v=' + encoded(shortened(names[selected], 200)));
  ownAddress = '#' + parts.join('/');
  if (location.hash !== ownAddress) history.replaceState(null, '', ownAddress);
}

function addressParts() {
  try {
    return location.hash.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

function readView() {
  const [zoom, latitude, longitude] = addressParts().slice(0, 3).map(Number);
  if (!(zoom >= 0 && abs(latitude) <= 90 && abs(longitude) <= 180)) return false;
  place({ x: xOf(longitude), y: yOf(latitude), zoom });
  return true;
}

function readSearchAndVenue() {
  const value = (key) => (addressParts().slice(3).find((part) => part.startsWith(key)) || key).slice(key.length);
  const text = value('q=') || page.search.value, name = value('v=');
  page.search.value = text;
  const filters = value('f=');
  if (filters) choose(filters.split(','));
  else if (text || found || chosen().length) search(text);
  const same = name ? [...names.keys()].filter((venue) => shortened(names[venue], 200) === name) : [];
  if (same.length > 0) showDetails(nearestOf(same, 1, view)[0]);
  else if (!location.hash && facts.target >= 0) showDetails(facts.target);
}

function readAddress() {
  if (location.hash === ownAddress) return;
  hideDetails();
  page.search.value = '';
  if (chosen().length) choose([]);
  readView();
  readSearchAndVenue();
}

// THE START

function fitCanvas() {
  const box = canvas.getBoundingClientRect();
  [width, height, ratio] = [max(box.width, 1), max(box.height, 1), devicePixelRatio];
  discs = {};
  canvas.width = round(width * ratio);
  canvas.height = round(height * ratio);
  setLimits();
}

function listen() {
  on(canvas, {
    pointerdown: press, pointermove: drag, pointerup: release, pointercancel: release, pointerleave: () => hover(null),
    wheel: turnWheel, focus: redraw, blur: redraw, contextrestored: () => repaint(false),
  });
  on(document, { keydown: pressKey });
  const clicks = {
    closer, further, home: commands.Home, more: listMore, back: hideDetails, copy: copyLink,
    fit: () => flyTo(fitted(boxOf(found))), unfan: () => closeFan() && canvas.focus(),
    show: () => flyTo({ ...squareOf(selected), zoom: max(view.zoom, 17) }),
    unfilter: () => {
      choose([]);
      page.chosen.focus();
    },
  };
  for (const id in clicks) on(page[id], { click: clicks[id] });
  for (const into of [page.browse, page.shared]) {
    on(into, {
      click: ({ target }) => target.closest('li') && showDetails(target.closest('li').firstChild.venue),
      keydown: pressListKey,
    });
  }
  on(page.groups, { change: filter });
  on(page.search, {
    input: () => search(page.search.value),
    keydown: ({ key }) => key === 'Enter' && found?.length && showDetails(page.list.querySelector('button').venue),
  });
  const repaint = (isPrinting) => {
    document.documentElement.classList.toggle('printing', isPrinting);
    discs = {};
    draw();
  };
  on(window, { hashchange: readAddress, beforeprint: () => repaint(true), afterprint: () => repaint(false) });
  on(matchMedia('(prefers-color-scheme: dark)'), { change: () => repaint(false) });
  new ResizeObserver(() => {
    fitCanvas();
    place(view);
    draw();
  }).observe(canvas);
}

async function start() {
  if (!window.DecompressionStream) throw new Error(page.heading.dataset.old);
  const positions = unpacked('data-positions').arrayBuffer();
  facts = await unpacked('data-facts').json();
  ({ point, venues: count } = facts);
  page.title.textContent = facts.title;
  page.notes.textContent = facts.notes.join(' · ');
  page.credit.textContent = facts.credit;
  facts.shapes = facts.shapes.map(([kind, closed, lines]) => ({ kind, closed, lines: lines.map(readLine) }));
  readPositions(new Uint8Array(await positions));
  fitCanvas();
  isDue = true;
  if (!readView()) place(firstView());
  draw();
  performance.mark('venues');
  listen();
  const [ofNames, codes, others, read] = await Promise.all([...['data-names', 'data-postcodes', 'data-properties']
    .map((id) => unpacked(id).text().then((text) => text.split('\n'))), page['data-food'] ? unpacked('data-food').json() : {}]);
  [names, properties] = [count ? ofNames : [], others];
  postcodes = names.map((_, venue) => codes[venue] + (codes[count + venue] && ' ' + codes[count + venue]));
  readFood(read);
  list();
  redraw();
  // After the list is painted.
  setTimeout(() => {
    foldAll();
    venuesWith(partsOf(['er'])); // Compiles it.
    readSearchAndVenue();
    performance.mark('ready');
  }, 30);
}

start().catch((error) => {
  page.heading.textContent = error.message;
  page.heading.className = 'notice';
});
