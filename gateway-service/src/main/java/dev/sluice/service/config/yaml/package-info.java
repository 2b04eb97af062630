/** Reads configurations: sections, keys, formats of values, problems with their line numbers, and secrets. */
package dev.sluice.service.config.yaml;
