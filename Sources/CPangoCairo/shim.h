// The functions that we use of cairo, Pango and GLib, declared here because the libraries are not linked but opened on
// first use. Loading them takes about as long as the rest of a command's start, and only printing uses them. Their headers
// are not needed, only the libraries: cairo 1.16 (2018) and Pango 1.44 (2019), or later.
// The importer cannot name the type of a function, hence the structure.
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontFamily PangoFontFamily;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoLayout PangoLayout;
typedef struct { const void *_Nullable klass; unsigned start_index, end_index; } PangoAttribute;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontFace PangoFontFace;
typedef struct _PangoAttrList PangoAttrList;
typedef struct { int x, y, width, height; } PangoRectangle;

// Values of cairo's and Pango's enumerations.
static const int OOBQR_CAIRO_STATUS_SUCCESS = 0;
static const int OOBQR_CAIRO_STATUS_WRITE_ERROR = 11;
static const int OOBQR_CAIRO_STATUS_SURFACE_FINISHED = 12;
static const int OOBQR_CAIRO_PDF_VERSION_1_4 = 0;
static const int OOBQR_CAIRO_FORMAT_RGB24 = 1;
static const int OOBQR_CAIRO_FORMAT_A8 = 2;
static const int OOBQR_CAIRO_FILTER_NEAREST = 3;
static const int OOBQR_CAIRO_PDF_METADATA_CREATE_DATE = 5;
static const int OOBQR_PANGO_SCALE = 1024;
static const int OOBQR_PANGO_WRAP_WORD_CHAR = 2;
static const int OOBQR_PANGO_ELLIPSIZE_END = 3;
static const int OOBQR_PANGO_ALIGN_LEFT = 0;
static const int OOBQR_PANGO_WEIGHT_BOLD = 700;
static const int OOBQR_PANGO_ALIGN_CENTER = 1;

typedef int (*oobqr_cairo_write)(void *_Nullable closure, const unsigned char *_Nullable data, unsigned length);

typedef void (*oobqr_log)(const char *_Nullable domain, int level, const char *_Nullable message, void *_Nullable closure);
typedef void (*oobqr_print)(const char *_Nullable text);

// Each function is F(result, name, parameters).
#define OOBQR_FUNCTIONS(F) \
  F(cairo_surface_t *_Nullable, cairo_pdf_surface_create_for_stream, (oobqr_cairo_write _Nonnull, void *_Nullable, double, double)) \
  F(void, cairo_pdf_surface_restrict_to_version, (cairo_surface_t *_Nullable, int)) \
  F(void, cairo_pdf_surface_set_metadata, (cairo_surface_t *_Nullable, int, const char *_Nonnull)) \
  F(cairo_surface_t *_Nullable, cairo_image_surface_create, (int, int, int)) \
  F(void, cairo_surface_mark_dirty, (cairo_surface_t *_Nullable)) \
  F(unsigned char *_Nullable, cairo_image_surface_get_data, (cairo_surface_t *_Nullable)) \
  F(int, cairo_image_surface_get_stride, (cairo_surface_t *_Nullable)) \
  F(int, cairo_surface_status, (cairo_surface_t *_Nullable)) \
  F(void, cairo_surface_flush, (cairo_surface_t *_Nullable)) \
  F(void, cairo_surface_finish, (cairo_surface_t *_Nullable)) \
  F(void, cairo_surface_destroy, (cairo_surface_t *_Nullable)) \
  F(const char *_Nonnull, cairo_status_to_string, (int)) \
  F(cairo_t *_Nullable, cairo_create, (cairo_surface_t *_Nullable)) \
  F(void, cairo_destroy, (cairo_t *_Nullable)) \
  F(int, cairo_status, (cairo_t *_Nullable)) \
  F(void, cairo_show_page, (cairo_t *_Nullable)) \
  F(void, cairo_save, (cairo_t *_Nullable)) \
  F(void, cairo_restore, (cairo_t *_Nullable)) \
  F(void, cairo_translate, (cairo_t *_Nullable, double, double)) \
  F(void, cairo_scale, (cairo_t *_Nullable, double, double)) \
  F(void, cairo_rectangle, (cairo_t *_Nullable, double, double, double, double)) \
  F(void, cairo_new_path, (cairo_t *_Nullable)) \
  F(void, cairo_arc, (cairo_t *_Nullable, double, double, double, double, double)) \
  F(void, cairo_fill, (cairo_t *_Nullable)) \
  F(void, cairo_clip, (cairo_t *_Nullable)) \
  F(void, cairo_move_to, (cairo_t *_Nullable, double, double)) \
  F(void, cairo_line_to, (cairo_t *_Nullable, double, double)) \
  F(void, cairo_stroke, (cairo_t *_Nullable)) \
  F(void, cairo_set_line_width, (cairo_t *_Nullable, double)) \
  F(void, cairo_set_source_rgb, (cairo_t *_Nullable, double, double, double)) \
  F(void, cairo_set_source_surface, (cairo_t *_Nullable, cairo_surface_t *_Nullable, double, double)) \
  F(cairo_pattern_t *_Nullable, cairo_get_source, (cairo_t *_Nullable)) \
  F(void, cairo_pattern_set_filter, (cairo_pattern_t *_Nullable, int)) \
  F(const char *_Nonnull, cairo_version_string, (void)) \
  F(PangoLayout *_Nullable, pango_cairo_create_layout, (cairo_t *_Nullable)) \
  F(void, pango_cairo_show_layout, (cairo_t *_Nullable, PangoLayout *_Nullable)) \
  F(void, pango_layout_set_text, (PangoLayout *_Nullable, const char *_Nullable, int)) \
  F(void, pango_layout_set_width, (PangoLayout *_Nullable, int)) \
  F(void, pango_layout_set_height, (PangoLayout *_Nullable, int)) \
  F(void, pango_layout_set_wrap, (PangoLayout *_Nullable, int)) \
  F(void, pango_layout_set_ellipsize, (PangoLayout *_Nullable, int)) \
  F(void, pango_layout_set_alignment, (PangoLayout *_Nullable, int)) \
  F(void, pango_layout_set_font_description, (PangoLayout *_Nullable, const PangoFontDescription *_Nullable)) \
  F(void, pango_layout_get_extents, (PangoLayout *_Nullable, PangoRectangle *_Nullable, PangoRectangle *_Nullable)) \
  F(int, pango_layout_is_ellipsized, (PangoLayout *_Nullable)) \
  F(int, pango_layout_get_unknown_glyphs_count, (PangoLayout *_Nullable)) \
  F(void, pango_layout_set_attributes, (PangoLayout *_Nullable, PangoAttrList *_Nullable)) \
  F(PangoAttrList *_Nullable, pango_attr_list_new, (void)) \
  F(void, pango_attr_list_insert, (PangoAttrList *_Nullable, PangoAttribute *_Nullable)) \
  F(void, pango_attr_list_unref, (PangoAttrList *_Nullable)) \
  F(PangoAttribute *_Nullable, pango_attr_insert_hyphens_new, (int)) \
  F(PangoAttribute *_Nullable, pango_attr_weight_new, (int)) \
  F(PangoAttribute *_Nullable, pango_attr_scale_new, (double)) \
  F(PangoContext *_Nullable, pango_layout_get_context, (PangoLayout *_Nullable)) \
  F(PangoFont *_Nullable, pango_context_load_font, (PangoContext *_Nullable, const PangoFontDescription *_Nullable)) \
  F(PangoFontDescription *_Nullable, pango_font_describe, (PangoFont *_Nullable)) \
  F(int, pango_font_description_get_weight, (const PangoFontDescription *_Nullable)) \
  F(void, pango_font_description_set_weight, (PangoFontDescription *_Nullable, int)) \
  F(PangoAttribute *_Nullable, pango_attr_font_features_new, (const char *_Nonnull)) \
  F(PangoFontDescription *_Nullable, pango_font_description_from_string, (const char *_Nonnull)) \
  F(const char *_Nullable, pango_font_description_get_family, (const PangoFontDescription *_Nullable)) \
  F(void, pango_font_description_set_absolute_size, (PangoFontDescription *_Nullable, double)) \
  F(void, pango_font_description_free, (PangoFontDescription *_Nullable)) \
  F(PangoFontMap *_Nullable, pango_cairo_font_map_get_default, (void)) \
  F(void, pango_font_map_list_families, (PangoFontMap *_Nullable, PangoFontFamily *_Nullable *_Nullable *_Nonnull, int *_Nonnull)) \
  F(const char *_Nonnull, pango_font_family_get_name, (PangoFontFamily *_Nullable)) \
  F(void, pango_font_family_list_faces, (PangoFontFamily *_Nullable, PangoFontFace *_Nullable *_Nullable *_Nonnull, int *_Nonnull)) \
  F(PangoFontDescription *_Nullable, pango_font_face_describe, (PangoFontFace *_Nullable)) \
  F(int, pango_font_face_is_synthesized, (PangoFontFace *_Nullable)) \
  F(void *_Nullable, g_log_set_default_handler, (oobqr_log _Nonnull, void *_Nullable)) \
  F(void *_Nullable, g_set_print_handler, (oobqr_print _Nonnull)) \
  F(void, g_free, (void *_Nullable)) \
  F(void, g_object_unref, (void *_Nullable))

typedef struct {
#define OOBQR_MEMBER(result, name, parameters) result (*_Nonnull name) parameters;
  OOBQR_FUNCTIONS(OOBQR_MEMBER)
#undef OOBQR_MEMBER
} oobqr_pangocairo;

static inline void oobqr_ignore_log(const char *_Nullable domain, int level, const char *_Nullable message,
                                    void *_Nullable closure) {}

static inline void oobqr_ignore_print(const char *_Nullable text) {}

/// Opens the libraries for the rest of the process; returns NULL on success, otherwise the reason for the failure.
static inline const char *_Nullable oobqr_pangocairo_open(oobqr_pangocairo *_Nonnull functions,
                                                          const char *_Nonnull file) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define OOBQR_LOOK_UP(result, name, parameters) \
  *(void **)&functions->name = dlsym(library, #name); \
  if (!functions->name) return dlerror();
  OOBQR_FUNCTIONS(OOBQR_LOOK_UP)
#undef OOBQR_LOOK_UP
  // Without memory, the libraries print hundreds of lines before they give up. What fails otherwise is in their results.
  functions->g_log_set_default_handler(oobqr_ignore_log, 0);
  // g_strerror prints to standard output if it has no memory to convert its text.
  functions->g_set_print_handler(oobqr_ignore_print);
  return 0;
}

static inline void *_Nullable oobqr_wait(void *_Nonnull mutex) {
  pthread_mutex_lock((pthread_mutex_t *)mutex);
  pthread_mutex_unlock((pthread_mutex_t *)mutex);
  return 0;
}

// Whether eight threads can run at a time. Pango starts fewer, and waits forever for one that it could not start.
static inline int oobqr_can_start_threads(void) {
  enum { wanted = 8 };
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[wanted];
  int started = 0;
  pthread_mutex_lock(&mutex);
  while (started < wanted && pthread_create(&threads[started], 0, oobqr_wait, &mutex) == 0) started++;
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < started; i++) pthread_join(threads[i], 0);
  return started == wanted;
}
