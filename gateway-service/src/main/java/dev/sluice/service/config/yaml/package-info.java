/** The toolkit that reads configurations: sections and keys, formats of values, problems with their lines, secrets. */
package dev.sluice.service.config.yaml;
