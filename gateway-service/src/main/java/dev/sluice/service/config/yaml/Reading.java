package dev.sluice.service.config.yaml;

import java.nio.file.Path;

/**
 * What goes along while one file is read.
 *
 * @param baseDir what relative paths start from
 */
record Reading(Problems problems, Interpolation interpolation, Path baseDir) {}
