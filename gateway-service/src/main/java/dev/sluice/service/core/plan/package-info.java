/** Takes requests as a chunk and cuts the chunk into calls. */
package dev.sluice.service.core.plan;
