// SPDX-License-Identifier: MIT
// See panel.h: the panel with Dear ImGui, the only file of C++. It shows what knobs.h
// finds, and all that it changes goes through live_set.

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" {
#include "panel.h"

#include "knobs.h"
#include "scene_menu.h"
#include "times.h"

#include "../core/clock.h"
}

#include <imgui.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// Sizes on a screen that is not dense.
static const float margin = 8.0f, panel_width = 312.0f, text_size = 15.0f;

static const double told_each = 0.5, summed_each = 0.25, timed_each = 0.25; // s

// Times of a sub-step that are plotted.
#define PLOTTED_MAX 120

// Entries of a matrix change by this part of their range, and with Shift by that.
static const double coarse_step = 0.1, fine_step = 0.01;

// What the mouse holds, as it was when it was taken: the range of a slider stays where it
// is while the value moves along.
struct held_knob {
    char key[KNOB_KEY_SIZE];
    double low, high;
    double value[3];
};

// The entry of a matrix that is dragged.
struct held_entry {
    char key[KNOB_KEY_SIZE]; // of the matrix; "": none
    bool has_moved;
    int self, other, button;
    double value;
    ImVec2 from;
};

struct panel {
    GLFWwindow *window;
    live *watched;
    ImGuiContext *context;
    bool is_shown, has_help;
    float scale; // of all sizes
    knobs found;
    uint64_t revision; // of the scene, when they were found
    bool is_found;
    scene_menu scenes;
    held_knob held;
    held_entry entry;
    bool wheel_is_taken;       // by a matrix
    bool has_list, must_close; // a list of words to choose from
    char error[256];
    // What goes on.
    double told_at;
    uint64_t frames, told_step;
    double frames_per_second, steps_per_second;
    double summed_at;
    bool has_sums;
    mote_statistics sums;
    double timed_at;
    stage_time stages[STAGE_TIME_MAX];
    int stage_count;
    float plotted[PLOTTED_MAX]; // ms
    int plotted_next;
};

// ---- Opening -------------------------------------------------------------------------

// A face that is read more easily than the one that is built in, where a system has it.
static const char *const faces[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/System/Library/Fonts/SFNS.ttf",
    "C:\\Windows\\Fonts\\segoeui.ttf",
};

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != nullptr;
}

// `density`: pixels of a unit in which sizes are.
static void load_face(float scale, float density)
{
    ImGuiIO &io = ImGui::GetIO();
    ImFont *face = nullptr;
    for (const char *path : faces) {
        if (!face && is_there(path)) {
            face = io.Fonts->AddFontFromFileTTF(path, text_size * scale * density);
        }
    }
    if (!face) {
        ImFontConfig config;
        config.SizePixels = 13.0f * floorf(fmaxf(scale * density, 1.0f) + 0.25f);
        io.Fonts->AddFontDefault(&config);
    }
    io.FontGlobalScale = 1.0f / density;
}

static void set_style(float scale)
{
    ImGui::StyleColorsDark();
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.FrameRounding = 3.0f;
    style.GrabRounding = 3.0f;
    style.PopupRounding = 4.0f;
    style.ScrollbarRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowPadding = ImVec2(10.0f, 8.0f);
    style.FramePadding = ImVec2(6.0f, 2.0f);
    style.ItemSpacing = ImVec2(6.0f, 4.0f);
    style.ScrollbarSize = 9.0f;
    style.GrabMinSize = 8.0f;
    style.ScaleAllSizes(scale);
    const ImVec4 accent(0.24f, 0.52f, 0.62f, 1.0f);
    const ImVec4 field(0.15f, 0.17f, 0.21f, 1.0f);
    const ImVec4 lit(0.21f, 0.24f, 0.29f, 1.0f);
    ImVec4 *colors = style.Colors;
    colors[ImGuiCol_WindowBg] = ImVec4(0.06f, 0.07f, 0.09f, 0.92f);
    colors[ImGuiCol_PopupBg] = ImVec4(0.09f, 0.10f, 0.13f, 0.98f);
    colors[ImGuiCol_Text] = ImVec4(0.87f, 0.89f, 0.92f, 1.0f);
    colors[ImGuiCol_TextDisabled] = ImVec4(0.52f, 0.56f, 0.62f, 1.0f);
    colors[ImGuiCol_FrameBg] = field;
    colors[ImGuiCol_FrameBgHovered] = lit;
    colors[ImGuiCol_FrameBgActive] = lit;
    colors[ImGuiCol_Button] = field;
    colors[ImGuiCol_ButtonHovered] = lit;
    colors[ImGuiCol_ButtonActive] = accent;
    colors[ImGuiCol_Header] = ImVec4(0.12f, 0.14f, 0.18f, 1.0f);
    colors[ImGuiCol_HeaderHovered] = lit;
    colors[ImGuiCol_HeaderActive] = lit;
    colors[ImGuiCol_SliderGrab] = accent;
    colors[ImGuiCol_SliderGrabActive] = ImVec4(0.36f, 0.68f, 0.78f, 1.0f);
    colors[ImGuiCol_CheckMark] = accent;
    colors[ImGuiCol_PlotHistogram] = accent;
    colors[ImGuiCol_Separator] = lit;
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.0f);
}

panel *panel_open(GLFWwindow *window, live *watched)
{
    panel *self = static_cast<panel *>(calloc(1, sizeof *self));
    if (!self) {
        return nullptr;
    }
    self->window = window;
    self->watched = watched;
    self->context = ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // it writes no file
    // Sizes are in pixels, or in units of several of them, as the system has it.
    int size, pixels, other;
    float scale, across;
    glfwGetWindowSize(window, &size, &other);
    glfwGetFramebufferSize(window, &pixels, &other);
    glfwGetWindowContentScale(window, &scale, &across);
    float density = size > 0 && pixels > 0
                        ? static_cast<float>(pixels) / static_cast<float>(size)
                        : 1.0f;
    self->scale = fmaxf(scale / density, 1.0f);
    set_style(self->scale);
    load_face(self->scale, density);
    // Calls what has listened before, too.
    bool is_ready = ImGui_ImplGlfw_InitForOpenGL(window, true);
    if (is_ready && !ImGui_ImplOpenGL3_Init("#version 150")) {
        ImGui_ImplGlfw_Shutdown();
        is_ready = false;
    }
    if (!is_ready) {
        ImGui::DestroyContext(self->context);
        free(self);
        return nullptr;
    }
    return self;
}

void panel_close(panel *self)
{
    if (self) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext(self->context);
        knobs_free(&self->found);
        scene_menu_free(&self->scenes);
        free(self);
    }
}

static void tell(panel *self, mote_status status)
{
    snprintf(self->error, sizeof self->error, "%s",
             status == MOTE_OK ? "" : mote_last_error());
}

void panel_toggle(panel *self)
{
    if (self) {
        self->is_shown = !self->is_shown;
        self->told_at = 0.0;
        if (self->is_shown) {
            tell(self, scene_menu_find(&self->scenes));
        }
    }
}

void panel_toggle_help(panel *self)
{
    if (self) {
        self->has_help = !self->has_help;
    }
}

bool panel_close_top(panel *self)
{
    bool has_list = self && self->is_shown && self->has_list;
    bool was_open = self && self->has_help;
    if (was_open) {
        self->has_help = false;
    } else if (has_list) {
        self->must_close = true;
    }
    return was_open || has_list;
}

static bool is_seen(const panel *self)
{
    return self && (self->is_shown || self->has_help);
}

// The circle of a tool that is at work is drawn without the panel, too.
static bool is_drawn(const panel *self)
{
    return is_seen(self) || (self && self->watched->tool.is_pressed);
}

bool panel_wants_mouse(const panel *self)
{
    return is_seen(self) && ImGui::GetIO().WantCaptureMouse;
}

bool panel_wants_keys(const panel *self)
{
    return is_seen(self) && ImGui::GetIO().WantTextInput;
}

// ---- Changing ------------------------------------------------------------------------

static void set(panel *self, const char *key, const char *value)
{
    tell(self, live_set(self->watched, key, value));
}

static void act(panel *self, live_action action)
{
    tell(self, live_act(self->watched, action));
}

static bool is_held(const panel *self, const knob *k)
{
    return strcmp(self->held.key, k->key) == 0;
}

// ---- One knob ------------------------------------------------------------------------

static void explain(const knob *k)
{
    if (!ImGui::IsItemHovered()) {
        return;
    }
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0f);
    ImGui::TextDisabled("%s", k->key);
    ImGui::TextUnformatted(k->meaning);
    if (k->kind == KNOB_NUMBER || k->kind == KNOB_WHOLE || k->kind == KNOB_MATRIX) {
        ImGui::TextDisabled("%g to %g%s%s", k->lowest, k->highest, *k->unit ? " " : "",
                            k->unit);
    }
    char text[KNOB_TEXT_SIZE];
    if (*knob_write(k, k->fallback, text) && k->kind != KNOB_SEED) {
        ImGui::TextDisabled("by default %s", text);
    }
    if (k->kind == KNOB_NUMBER || k->kind == KNOB_WHOLE) {
        ImGui::TextDisabled("Ctrl+click: type a number");
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

static void draw_name(const knob *k)
{
    char name[64];
    snprintf(name, sizeof name, "%s", k->name);
    for (char *c = name; *c; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    explain(k);
}

static float reset_width()
{
    return ImGui::GetFrameHeight();
}

// The name at the left; what follows is at the right, up to the place of the reset.
static void begin_row(const knob *k)
{
    ImGui::PushID(k->key);
    float left = ImGui::GetCursorPosX();
    float room = ImGui::GetContentRegionAvail().x;
    draw_name(k);
    ImGui::SameLine(left + room * 0.42f);
    ImGui::SetNextItemWidth(-reset_width() - ImGui::GetStyle().ItemInnerSpacing.x);
}

static void end_row(panel *self, const knob *k)
{
    if (!knob_is_default(k) && k->kind != KNOB_SEED) {
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - reset_width());
        ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
        ImGui::PushStyleColor(ImGuiCol_Text,
                              ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
        if (ImGui::Button("x", ImVec2(reset_width(), 0))) {
            char text[KNOB_TEXT_SIZE];
            set(self, k->key, knob_write(k, k->fallback, text));
            live_settle(self->watched);
        }
        ImGui::PopStyleColor(2);
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("back to the default");
        }
    }
    ImGui::PopID();
}

// A number takes effect while it is dragged, a whole one, such as that of particles, when
// it is let go.
static void draw_numbers(panel *self, const knob *k)
{
    held_knob now = {};
    snprintf(now.key, sizeof now.key, "%s", k->key);
    memcpy(now.value, k->value, sizeof now.value);
    knob_slider(k, &now.low, &now.high);
    bool was_held = is_held(self, k);
    if (was_held) {
        now = self->held;
    }
    bool is_whole = k->kind == KNOB_WHOLE;
    bool has_changed =
        ImGui::SliderScalarN("##value", ImGuiDataType_Double, now.value, k->count,
                             &now.low, &now.high, is_whole ? "%.0f" : "%.4g");
    bool is_over = ImGui::IsItemDeactivatedAfterEdit();
    if (ImGui::IsItemActive()) {
        self->held = now;
    } else {
        if (was_held) {
            self->held.key[0] = '\0';
        }
        explain(k);
    }
    if ((has_changed && !is_whole) || (is_over && is_whole)) {
        char text[KNOB_TEXT_SIZE];
        for (int i = 0; i < k->count && is_whole; i++) {
            now.value[i] = floor(now.value[i] + 0.5);
        }
        set(self, k->key, knob_write(k, now.value, text));
    }
}

static bool begin_list(panel *self, const char *label, const char *chosen)
{
    if (!ImGui::BeginCombo(label, chosen, ImGuiComboFlags_HeightLarge)) {
        return false;
    }
    self->has_list = true;
    if (self->must_close) {
        ImGui::CloseCurrentPopup();
    }
    return true;
}

static void draw_choice(panel *self, const knob *k)
{
    const knob_word *chosen = &k->words[static_cast<int>(k->value[0])];
    if (!begin_list(self, "##value", chosen->word)) {
        explain(k);
        return;
    }
    for (int i = 0; i < k->word_count; i++) {
        if (ImGui::Selectable(k->words[i].word, &k->words[i] == chosen)) {
            double value[3] = {static_cast<double>(i), 0, 0};
            char text[KNOB_TEXT_SIZE];
            set(self, k->key, knob_write(k, value, text));
        }
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", k->words[i].meaning);
        }
    }
    ImGui::EndCombo();
}

static void draw_color(panel *self, const knob *k)
{
    float color[3];
    for (int i = 0; i < 3; i++) {
        color[i] = static_cast<float>(k->value[i] / 255.0);
    }
    if (ImGui::ColorEdit3("##value", color, ImGuiColorEditFlags_NoInputs)) {
        double value[3];
        for (int i = 0; i < 3; i++) {
            value[i] = floor(static_cast<double>(color[i]) * 255.0 + 0.5);
        }
        char text[KNOB_TEXT_SIZE];
        set(self, k->key, knob_write(k, value, text));
    }
    explain(k);
}

static void draw_seed(panel *self, const knob *k)
{
    knob typed = *k;
    uint64_t one = 1;
    if (ImGui::InputScalar("##value", ImGuiDataType_U64, &typed.seed, &one, nullptr,
                           nullptr, ImGuiInputTextFlags_EnterReturnsTrue)) {
        char text[KNOB_TEXT_SIZE];
        set(self, k->key, knob_write(&typed, typed.value, text));
    }
    explain(k);
}

// ---- Matrices ------------------------------------------------------------------------

// What a full colour is, and steps are parts of: the end of the range, or the largest
// entry where that is out of sight.
static double unit_of(const knob *k)
{
    double most = 0.0;
    for (int i = 0; i < k->count * k->count; i++) {
        most = fmax(most, fabs(k->matrix[i]));
    }
    return k->highest < 1e3 ? k->highest : most > 0.0 ? most : 1.0;
}

// Attraction, or else much, is green, repulsion red, nothing dark.
static ImU32 color_of_entry(double value, double most)
{
    float part = static_cast<float>(fmin(fabs(value) / most, 1.0));
    const ImVec4 dark(0.12f, 0.13f, 0.16f, 1.0f);
    const ImVec4 end = value < 0.0 ? ImVec4(0.84f, 0.27f, 0.22f, 1.0f)
                                   : ImVec4(0.20f, 0.68f, 0.46f, 1.0f);
    return ImGui::GetColorU32(ImVec4(dark.x + (end.x - dark.x) * part,
                                     dark.y + (end.y - dark.y) * part,
                                     dark.z + (end.z - dark.z) * part, 1.0f));
}

static ImU32 color_of_species(const panel *self, int species)
{
    char key[32];
    snprintf(key, sizeof key, "species[%d].color", species);
    const knob *k = knobs_get(&self->found, key);
    return k ? IM_COL32(k->value[0], k->value[1], k->value[2], 255)
             : ImGui::GetColorU32(ImGuiCol_TextDisabled);
}

static void set_entry(panel *self, const knob *k, int row, int column, double value)
{
    char key[KNOB_KEY_SIZE + 24], text[40];
    double finest = unit_of(k) / 1000.0;
    value = floor(value / finest + 0.5) * finest;
    value = fmin(fmax(value, k->lowest), k->highest) + 0.0;
    snprintf(key, sizeof key, "%s[%d][%d]", k->key, row, column);
    snprintf(text, sizeof text, "%.7g", value);
    set(self, key, text);
}

// The mouse over an entry: a click adds, the right button takes away, the middle one sets
// to 0; a drag or the wheel moves it.
static void edit_entry(panel *self, const knob *k, int row, int column)
{
    const ImGuiIO &io = ImGui::GetIO();
    held_entry *held = &self->entry;
    double step = unit_of(k) * (io.KeyShift ? fine_step : coarse_step);
    double value = row >= 0 ? k->matrix[row * k->count + column] : 0.0;
    if (row >= 0 && io.MouseWheel != 0.0f) {
        set_entry(self, k, row, column,
                  value + static_cast<double>(io.MouseWheel) * step);
        live_settle(self->watched);
    }
    if (row >= 0 && ImGui::IsItemActivated()) {
        int button = ImGui::IsMouseDown(0) ? 0 : ImGui::IsMouseDown(1) ? 1 : 2;
        *held = {"", false, row, column, button, value, io.MousePos};
        snprintf(held->key, sizeof held->key, "%s", k->key);
    }
    bool is_there = held->self < k->count && held->other < k->count;
    if (strcmp(held->key, k->key) != 0 || !is_there) {
        return;
    }
    double moved =
        static_cast<double>(io.MousePos.x - held->from.x + held->from.y - io.MousePos.y) /
        static_cast<double>(6.0f * self->scale);
    double steps = moved < 0.0 ? ceil(moved) : floor(moved);
    held->has_moved |= fabs(moved) >= 1.0;
    bool is_due = held->has_moved && held->button == 0;
    double wanted = held->value + steps * step;
    if (!is_due && !ImGui::IsItemActive()) {
        const double clicked[] = {held->value + step, held->value - step, 0.0};
        wanted = clicked[held->button];
        is_due = true;
    }
    double is = k->matrix[held->self * k->count + held->other];
    if (is_due && fabs(wanted - is) > step * 1e-2) {
        set_entry(self, k, held->self, held->other, wanted);
    }
    if (!ImGui::IsItemActive()) {
        held->key[0] = '\0';
        live_settle(self->watched);
    }
}

static void draw_entry(double value, double unit, ImVec2 from, float cell)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    float gap = cell > 8.0f ? 1.0f : 0.0f;
    list->AddRectFilled(from, ImVec2(from.x + cell - gap, from.y + cell - gap),
                        color_of_entry(value, unit), cell > 16.0f ? 2.0f : 0.0f);
    char text[24];
    snprintf(text, sizeof text, unit > 1.5 || unit < 0.5 ? "%.2g" : "%.1f", value);
    bool is_little = strspn(text, "-0.") == strlen(text);
    const char *shown = text + (is_little && text[0] == '-');
    ImVec2 size = ImGui::CalcTextSize(shown);
    if (size.x < cell - 4.0f) {
        list->AddText(
            ImVec2(from.x + (cell - size.x) / 2.0f, from.y + (cell - size.y) / 2.0f),
            IM_COL32(255, 255, 255, is_little ? 70 : 210), shown);
    }
}

static void draw_matrix(panel *self, const knob *k)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    double unit = unit_of(k);
    float edge = 10.0f * self->scale;
    float cell =
        floorf((ImGui::GetContentRegionAvail().x - edge) / static_cast<float>(k->count));
    cell = fminf(cell, 40.0f * self->scale);
    ImVec2 corner = ImGui::GetCursorScreenPos();
    ImVec2 first(corner.x + edge, corner.y + edge);
    float side = cell * static_cast<float>(k->count);
    for (int i = 0; i < k->count; i++) {
        float at = cell * static_cast<float>(i);
        ImU32 color = color_of_species(self, i);
        list->AddRectFilled(ImVec2(first.x + at, corner.y + 2.0f),
                            ImVec2(first.x + at + cell - 1.0f, first.y - 3.0f), color,
                            2.0f);
        list->AddRectFilled(ImVec2(corner.x + 2.0f, first.y + at),
                            ImVec2(first.x - 3.0f, first.y + at + cell - 1.0f), color,
                            2.0f);
        for (int other = 0; other < k->count; other++) {
            draw_entry(k->matrix[i * k->count + other], unit,
                       ImVec2(first.x + cell * static_cast<float>(other), first.y + at),
                       cell);
        }
    }
    ImGui::SetCursorScreenPos(first);
    ImGui::PushID(k->key);
    ImGui::InvisibleButton("##matrix", ImVec2(side, side),
                           ImGuiButtonFlags_MouseButtonLeft |
                               ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    ImGui::PopID();
    int row = -1, column = -1;
    if (ImGui::IsItemHovered()) {
        ImVec2 mouse = ImGui::GetIO().MousePos;
        row = static_cast<int>((mouse.y - first.y) / cell);
        column = static_cast<int>((mouse.x - first.x) / cell);
        row = row < 0 ? 0 : row >= k->count ? k->count - 1 : row;
        column = column < 0 ? 0 : column >= k->count ? k->count - 1 : column;
        self->wheel_is_taken = true;
        ImGui::SetTooltip(
            "%d feels %d: %.4g%s%s\nclick +, right -, middle 0; drag or wheel\n"
            "by %.3g, with Shift by %.3g",
            row, column, k->matrix[row * k->count + column], *k->unit ? " " : "", k->unit,
            unit * coarse_step, unit * fine_step);
    }
    edit_entry(self, k, row, column);
}

// One number where it stands for all, else the matrix.
static void draw_pair(panel *self, const knob *k)
{
    if (knob_is_uniform(k) && !k->is_ruled) {
        knob one = *k;
        one.kind = KNOB_NUMBER;
        one.count = 1;
        begin_row(&one);
        draw_numbers(self, &one);
        end_row(self, &one);
        return;
    }
    draw_name(k);
    if (k->is_ruled) {
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 60.0f * self->scale);
        if (ImGui::Button("random", ImVec2(60.0f * self->scale, 0))) {
            act(self, LIVE_MATRIX);
        }
    }
    draw_matrix(self, k);
}

// ---- Many knobs ----------------------------------------------------------------------

static void draw_knob(panel *self, const knob *k)
{
    if (k->kind == KNOB_MATRIX) {
        draw_pair(self, k);
        return;
    }
    begin_row(k);
    switch (k->kind) {
    case KNOB_NUMBER:
    case KNOB_WHOLE:
        draw_numbers(self, k);
        break;
    case KNOB_CHOICE:
        draw_choice(self, k);
        break;
    case KNOB_COLOR:
        draw_color(self, k);
        break;
    case KNOB_SEED:
        draw_seed(self, k);
        break;
    case KNOB_MATRIX:
        break;
    }
    end_row(self, k);
}

// The keys whose group this is, or begins so: those of an item are a tree of their own.
static void draw_group(panel *self, const char *group)
{
    size_t size = strlen(group);
    char open[KNOB_GROUP_SIZE] = "";
    bool is_open = false;
    for (int i = 0; i < self->found.count; i++) {
        const knob *k = &self->found.list[i];
        if (strcmp(k->group, group) == 0) {
            draw_knob(self, k);
            continue;
        }
        bool is_item = strncmp(k->group, group, size) == 0 && k->group[size] == '.';
        if (!is_item) {
            continue;
        }
        if (strcmp(open, k->group) != 0) {
            if (is_open) {
                ImGui::TreePop();
            }
            snprintf(open, sizeof open, "%s", k->group);
            is_open = ImGui::TreeNode(k->group + size + 1);
        }
        if (is_open) {
            draw_knob(self, k);
        }
    }
    if (is_open) {
        ImGui::TreePop();
    }
}

static void draw_key(panel *self, const char *key)
{
    const knob *k = knobs_get(&self->found, key);
    if (k) {
        draw_knob(self, k);
    }
}

// What the mouse moves is no knob: it would jump.
static bool is_camera(const knob *k)
{
    static const char *const names[] = {"zoom", "center", "position", "up"};
    bool is_it = false;
    for (const char *name : names) {
        is_it |= strcmp(k->name, name) == 0;
    }
    return is_it;
}

static void draw_look(panel *self)
{
    for (int i = 0; i < self->found.count; i++) {
        const knob *k = &self->found.list[i];
        if (strcmp(k->group, "view") == 0 && !is_camera(k)) {
            draw_knob(self, k);
        }
    }
}

static void draw_species_colors(panel *self)
{
    int shown = 0;
    for (int i = 0; i < self->found.count; i++) {
        const knob *k = &self->found.list[i];
        if (k->kind == KNOB_COLOR && strncmp(k->group, "species", 7) == 0) {
            if (shown++ % 10) {
                ImGui::SameLine();
            }
            ImGui::PushID(k->key);
            draw_color(self, k);
            ImGui::PopID();
        }
    }
}

// ---- What goes on --------------------------------------------------------------------

static void count_frame(panel *self)
{
    double now = clock_seconds();
    uint64_t step = mote_simulation_step_count(self->watched->simulation);
    self->frames++;
    if (self->told_at > 0.0 && now - self->told_at < told_each) {
        return;
    }
    double passed = now - self->told_at;
    bool is_known = self->told_at > 0.0 && step >= self->told_step;
    self->frames_per_second = is_known ? static_cast<double>(self->frames) / passed : 0.0;
    self->steps_per_second =
        is_known ? static_cast<double>(step - self->told_step) / passed : 0.0;
    self->told_at = now;
    self->told_step = step;
    self->frames = 0;
}

// Without waiting: what is begun now is taken some frames later.
static void sum_up(panel *self)
{
    mote_simulation *simulation = self->watched->simulation;
    mote_statistics sums;
    bool is_there = false;
    if (mote_simulation_statistics_take(simulation, false, &sums, &is_there) == MOTE_OK &&
        is_there) {
        self->sums = sums;
        self->has_sums = true;
    }
    double now = clock_seconds();
    if (now - self->summed_at > summed_each) {
        self->summed_at = now;
        (void)mote_simulation_statistics_begin(simulation);
    }
}

static void draw_sum(const char *name, double value, const char *unit)
{
    float right = ImGui::GetContentRegionAvail().x * 0.42f + ImGui::GetCursorPosX();
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(right);
    if (value == value) {
        ImGui::Text("%.5g%s%s", value, *unit ? " " : "", unit);
    } else {
        ImGui::TextDisabled("not known");
    }
}

static void draw_statistics(panel *self)
{
    sum_up(self);
    const mote_statistics *s = &self->sums;
    if (!self->has_sums) {
        return;
    }
    draw_sum("step", static_cast<double>(s->step), "");
    draw_sum("time", s->time, "s");
    draw_sum("living", static_cast<double>(s->living), "particles");
    draw_sum("outside", static_cast<double>(s->outside), "particles");
    draw_sum("energy", s->energy, "");
    draw_sum("mean speed", s->mean_speed, "world units/s");
    draw_sum("largest speed", s->largest_speed, "world units/s");
    draw_sum("fullest cell", static_cast<double>(s->fullest_cell), "particles");
    draw_sum("mixing", s->mixing, "");
}

static void take_times(panel *self)
{
    double now = clock_seconds();
    if (now - self->timed_at < timed_each) {
        return;
    }
    self->timed_at = now;
    self->stage_count = stage_times_now(self->watched->simulation, self->stages);
    double sum = 0.0;
    for (int i = 0; i < self->stage_count; i++) {
        sum += self->stages[i].seconds;
    }
    self->plotted[self->plotted_next] = static_cast<float>(sum * 1e3);
    self->plotted_next = (self->plotted_next + 1) % PLOTTED_MAX;
}

// What a sub-step takes over the time, and its stages as they are now.
static void draw_times(panel *self)
{
    take_times(self);
    char label[64];
    int last = (self->plotted_next + PLOTTED_MAX - 1) % PLOTTED_MAX;
    float sum = self->plotted[last];
    snprintf(label, sizeof label, "a sub-step: %.3f ms", static_cast<double>(sum));
    ImGui::PlotLines("##times", self->plotted, PLOTTED_MAX, self->plotted_next, label,
                     0.0f, FLT_MAX,
                     ImVec2(ImGui::GetContentRegionAvail().x, 44.0f * self->scale));
    for (int i = 0; i < self->stage_count; i++) {
        const stage_time *time = &self->stages[i];
        float ms = static_cast<float>(time->seconds * 1e3);
        float left = ImGui::GetCursorPosX();
        float room = ImGui::GetContentRegionAvail().x;
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("%s %s", time->stage, time->pass);
        ImGui::SameLine(left + room * 0.55f);
        snprintf(label, sizeof label, "%.3f ms", static_cast<double>(ms));
        ImGui::ProgressBar(sum > 0.0f ? ms / sum : 0.0f, ImVec2(-FLT_MIN, 0.0f), label);
    }
}

// ---- The panel -----------------------------------------------------------------------

static void open_scene(panel *self, int row)
{
    mote_scene *scene;
    mote_status status = scene_menu_open(&self->scenes, row, &scene);
    tell(self, status == MOTE_OK ? live_open(self->watched, scene) : status);
    self->has_sums = false;
}

static void draw_scenes(panel *self)
{
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (!begin_list(self, "##scene", mote_scene_name(self->watched->scene))) {
        return;
    }
    for (int i = 0; i < self->scenes.count; i++) {
        const scene_menu_row *row = &self->scenes.rows[i];
        if (i > 0 && row[-1].is_users && !row->is_users) {
            ImGui::Separator();
        }
        ImGui::PushID(i);
        if (ImGui::Selectable(row->name)) {
            open_scene(self, i);
        }
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

// ---- The mouse -----------------------------------------------------------------------

static void begin_plain_row(const char *label, const char *meaning)
{
    ImGui::AlignTextToFramePadding();
    float left = ImGui::GetCursorPosX();
    float room = ImGui::GetContentRegionAvail().x;
    ImGui::TextUnformatted(label);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", meaning);
    }
    ImGui::SameLine(left + room * 0.42f);
    ImGui::SetNextItemWidth(-reset_width() - ImGui::GetStyle().ItemInnerSpacing.x);
}

static void draw_tool_choice(panel *self)
{
    live_tool *tool = &self->watched->tool;
    const live_tool_row *chosen = &live_tools[tool->kind - LIVE_ATTRACT];
    begin_plain_row("tool", chosen->meaning);
    if (!begin_list(self, "##tool", chosen->name)) {
        return;
    }
    for (const live_tool_row &row : live_tools) {
        if (ImGui::Selectable(row.name, &row == chosen)) {
            act(self, row.kind);
        }
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", row.meaning);
        }
    }
    ImGui::EndCombo();
}

static void draw_placed_species(panel *self)
{
    live_tool *tool = &self->watched->tool;
    char name[32] = "all in turn";
    if (tool->species >= 0) {
        snprintf(name, sizeof name, "%d", tool->species);
    }
    begin_plain_row("places species", "of those that are placed");
    if (!begin_list(self, "##placed", name)) {
        return;
    }
    for (int i = -1; i < live_species_count(self->watched); i++) {
        snprintf(name, sizeof name, "%d", i);
        if (ImGui::Selectable(i < 0 ? "all in turn" : name, i == tool->species)) {
            tool->species = i;
        }
    }
    ImGui::EndCombo();
}

static void draw_mouse(panel *self)
{
    live_tool *tool = &self->watched->tool;
    draw_tool_choice(self);
    float reach = static_cast<float>(tool->radius);
    begin_plain_row("reach", "pixels; Ctrl and the wheel");
    if (ImGui::SliderFloat("##reach", &reach, 5.0f, 500.0f, "%.0f",
                           ImGuiSliderFlags_Logarithmic)) {
        double wanted = static_cast<double>(reach);
        tool->radius = fmin(fmax(wanted, LIVE_REACH_LEAST), LIVE_REACH_MOST);
    }
    float strength = static_cast<float>(tool->strength);
    begin_plain_row("strength", "of attract and repel; 1 is usual");
    if (ImGui::SliderFloat("##strength", &strength, 0.05f, 20.0f, "%.2f",
                           ImGuiSliderFlags_Logarithmic)) {
        tool->strength = static_cast<double>(strength);
    }
    draw_placed_species(self);
}

// What the tool reaches, around the cursor.
static void draw_reach(const panel *self)
{
    const live_tool *tool = &self->watched->tool;
    const ImGuiIO &io = ImGui::GetIO();
    if (io.WantCaptureMouse || tool->kind == LIVE_FOLLOW || io.MousePos.x < 0.0f) {
        return;
    }
    float radius = static_cast<float>(tool->radius) / io.DisplayFramebufferScale.x;
    ImU32 color =
        tool->is_pressed ? IM_COL32(255, 255, 255, 190) : IM_COL32(255, 255, 255, 90);
    ImGui::GetForegroundDrawList()->AddCircle(io.MousePos, radius, color, 64, 1.0f);
}

static void draw_head(panel *self)
{
    const live *watched = self->watched;
    ImGui::TextDisabled("%" PRIu64 " particles  %.0f frames/s  %.0f steps/s",
                        watched->living, self->frames_per_second, self->steps_per_second);
    draw_scenes(self);
    float width =
        (ImGui::GetContentRegionAvail().x - 3.0f * ImGui::GetStyle().ItemSpacing.x) /
        4.0f;
    const struct {
        const char *label;
        live_action action;
    } buttons[] = {
        {watched->is_paused ? "go on" : "pause", LIVE_PAUSE},
        {"restart", LIVE_RESTART},
        {"undo", LIVE_UNDO},
        {"redo", LIVE_REDO},
    };
    for (const auto &button : buttons) {
        if (button.action != LIVE_PAUSE) {
            ImGui::SameLine();
        }
        if (ImGui::Button(button.label, ImVec2(width, 0))) {
            act(self, button.action);
        }
    }
}

static void draw_sections(panel *self)
{
    const knob *model = knobs_get(&self->found, "model");
    const ImGuiTreeNodeFlags open = ImGuiTreeNodeFlags_DefaultOpen;
    if (model && ImGui::CollapsingHeader("Model", open)) {
        draw_knob(self, model);
        draw_group(self, model->words[static_cast<int>(model->value[0])].word);
    }
    if (ImGui::CollapsingHeader("Mouse")) {
        draw_mouse(self);
    }
    if (ImGui::CollapsingHeader("Particles", open)) {
        draw_key(self, "particles");
        draw_key(self, "species");
        draw_species_colors(self);
        draw_key(self, "seed");
        draw_group(self, "start");
    }
    if (ImGui::CollapsingHeader("Look")) {
        draw_look(self);
    }
    if (ImGui::CollapsingHeader("World")) {
        draw_key(self, "dimension");
        draw_key(self, "dt");
        draw_key(self, "substeps");
        draw_group(self, "world");
    }
    if (ImGui::CollapsingHeader("Statistics")) {
        draw_statistics(self);
    }
    if (ImGui::CollapsingHeader("Times")) {
        draw_times(self);
    }
}

static void find_knobs(panel *self)
{
    if (self->is_found && self->revision == self->watched->revision) {
        return;
    }
    knobs_free(&self->found);
    mote_status status = knobs_find(self->watched->scene, &self->found);
    if (status != MOTE_OK) {
        tell(self, status);
    }
    self->is_found = status == MOTE_OK;
    self->revision = self->watched->revision;
}

static void draw_panel(panel *self)
{
    ImGuiIO &io = ImGui::GetIO();
    float away = margin * self->scale;
    float width = fminf(panel_width * self->scale, io.DisplaySize.x - 2.0f * away);
    ImGui::SetNextWindowPos(ImVec2(away, away));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0),
                                        ImVec2(width, io.DisplaySize.y - 2.0f * away));
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                             ImGuiWindowFlags_AlwaysAutoResize |
                             ImGuiWindowFlags_NoFocusOnAppearing;
    flags &= ~ImGuiWindowFlags_NoScrollbar;
    flags |= self->wheel_is_taken ? ImGuiWindowFlags_NoScrollWithMouse : 0;
    self->wheel_is_taken = false;
    if (ImGui::Begin("##panel", nullptr, flags)) {
        draw_head(self);
        if (self->error[0]) {
            ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1.0f, 0.55f, 0.40f, 1.0f));
            ImGui::TextWrapped("%s", self->error);
            ImGui::PopStyleColor();
        }
        draw_sections(self);
        ImGui::TextDisabled("F1: all keys   H: hide this");
    }
    ImGui::End();
}

// ---- The keys ------------------------------------------------------------------------

static void draw_key_row(const char *name, const char *meaning, float column)
{
    ImGui::TextUnformatted(name);
    ImGui::SameLine(column);
    ImGui::TextDisabled("%s", meaning);
}

static void draw_help(panel *self)
{
    ImGuiIO &io = ImGui::GetIO();
    float column = 170.0f * self->scale;
    ImGui::SetNextWindowPos(ImVec2(io.DisplaySize.x / 2.0f, io.DisplaySize.y / 2.0f),
                            ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), io.DisplaySize);
    ImGui::SetNextWindowBgAlpha(0.98f);
    ImGui::SetNextWindowFocus();
    if (ImGui::Begin("##help", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize)) {
#define KEY(action, key, control, name, meaning) draw_key_row(name, meaning, column);
#define KEY_ALSO(action, key, control)
#include "view_keys.def"
#undef KEY
#undef KEY_ALSO
        ImGui::Separator();
        draw_key_row("left, right",
                     "what the tool does, and its opposite; Shift turns it", column);
        draw_key_row("wheel", "zoom at the cursor; with Ctrl: how far the tool reaches",
                     column);
        draw_key_row("middle, Space+left", "drag: move along, in 3-D turn", column);
    }
    ImGui::End();
}

void panel_draw(panel *self)
{
    if (!is_drawn(self)) {
        return;
    }
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    self->has_list = false;
    if (self->is_shown) {
        find_knobs(self);
        count_frame(self);
        draw_panel(self);
        if (!ImGui::IsAnyItemActive()) {
            live_settle(self->watched);
        }
    }
    if (self->has_help) {
        draw_help(self);
    } else {
        draw_reach(self);
    }
    self->must_close = false;
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}
