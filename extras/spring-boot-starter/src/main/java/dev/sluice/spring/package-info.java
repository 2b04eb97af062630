/** Sluice in applications of Spring Boot 3. */
@NullMarked
package dev.sluice.spring;

import org.jspecify.annotations.NullMarked;
