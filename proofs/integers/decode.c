#define SPARE_limbs_for 3
#define SPARE_limbs_between 3
#define SPARE_limbs_at 5
