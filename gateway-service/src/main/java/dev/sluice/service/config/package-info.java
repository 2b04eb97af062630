/**
 * The gateway's configuration: a strict YAML file read into immutable records, or refused with every problem it has.
 * Opens nothing but the file itself and the secret files it names.
 */
package dev.sluice.service.config;
