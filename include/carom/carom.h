// Carom: exact collision of circles with straight walls in the plane. This header includes all
// public headers; each can also be included on its own.
#ifndef CAROM_H
#define CAROM_H

#include "carom/areas.h"
#include "carom/base.h"
#include "carom/batch.h"
#include "carom/character.h"
#include "carom/clearance.h"
#include "carom/contact.h"
#include "carom/crowd.h"
#include "carom/dynamic_scene.h"
#include "carom/filter.h"
#include "carom/mover.h"
#include "carom/moving_wall.h"
#include "carom/relation.h"
#include "carom/response.h"
#include "carom/scene.h"
#include "carom/scene_batch.h"
#include "carom/shapes.h"
#include "carom/soa.h"
#include "carom/sweep.h"
#include "carom/vec2.h"
#include "carom/version.h"
#include "carom/world.h"

#endif
