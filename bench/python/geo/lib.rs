//! Points in polygons by the crate geo, for ctypes: a tree of boxes, and an interval tree for each polygon.
//! Room: bench.
use geo::indexed::IntervalTreeMultiPolygon;
use geo::{BoundingRect, Contains, Coord, LineString, MultiPolygon, Polygon};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{RTree, AABB};
use std::slice::from_raw_parts;

pub struct Areas {
    boxes: RTree<GeomWithData<Rectangle<[f64; 2]>, usize>>,
    areas: Vec<IntervalTreeMultiPolygon<f64>>,
}

/// `count` rings; ring i has the points from `first[i]` on, before `first[i + 1]`.
///
/// # Safety
/// The arrays have as many numbers as `first` tells.
#[no_mangle]
pub unsafe extern "C" fn geo_areas(
    count: usize,
    first: *const usize,
    x: *const f64,
    y: *const f64,
) -> *mut Areas {
    let first = from_raw_parts(first, count + 1);
    let (x, y) = (
        from_raw_parts(x, first[count]),
        from_raw_parts(y, first[count]),
    );
    let polygons: Vec<MultiPolygon> = first
        .windows(2)
        .map(|w| LineString::from_iter((w[0]..w[1]).map(|i| Coord { x: x[i], y: y[i] })))
        .map(|ring| MultiPolygon(vec![Polygon::new(ring, vec![])]))
        .collect();
    let corners = |p: &MultiPolygon| {
        let b = p.bounding_rect().unwrap();
        Rectangle::from_corners([b.min().x, b.min().y], [b.max().x, b.max().y])
    };
    let boxes = polygons
        .iter()
        .enumerate()
        .map(|(i, p)| GeomWithData::new(corners(p), i))
        .collect();
    let areas = polygons.iter().map(IntervalTreeMultiPolygon::new).collect();
    Box::into_raw(Box::new(Areas {
        boxes: RTree::bulk_load(boxes),
        areas,
    }))
}

/// Writes the pairs of a point and an area that contains it; returns how many there are, `room` at most.
///
/// # Safety
/// The arrays have `count` numbers, those of pairs `room`.
#[no_mangle]
pub unsafe extern "C" fn geo_pairs(
    all: *const Areas,
    count: usize,
    x: *const f64,
    y: *const f64,
    room: usize,
    point: *mut usize,
    area: *mut usize,
) -> usize {
    let (all, x, y) = (&*all, from_raw_parts(x, count), from_raw_parts(y, count));
    let mut n = 0;
    for i in 0..count {
        let here = Coord { x: x[i], y: y[i] };
        for found in all
            .boxes
            .locate_in_envelope_intersecting(&AABB::from_point([x[i], y[i]]))
        {
            if n < room && all.areas[found.data].contains(&here) {
                *point.add(n) = i;
                *area.add(n) = found.data;
                n += 1;
            }
        }
    }
    n
}

/// # Safety
/// `all` comes from `geo_areas` and is not used again.
#[no_mangle]
pub unsafe extern "C" fn geo_free(all: *mut Areas) {
    drop(Box::from_raw(all));
}
