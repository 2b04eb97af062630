/**
 * The gateway's configuration: a strict YAML file that is read into immutable records, or refused with all of its problems. Only
 * the file itself and the files that it names are opened.
 */
package dev.sluice.service.config;
