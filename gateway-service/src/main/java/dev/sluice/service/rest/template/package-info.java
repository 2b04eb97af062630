/** Puts arguments into URLs, headers and bodies. */
package dev.sluice.service.rest.template;
