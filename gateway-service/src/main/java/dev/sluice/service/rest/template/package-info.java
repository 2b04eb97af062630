/** Builds URLs, headers and bodies from templates and arguments. */
package dev.sluice.service.rest.template;
