/** The auto-configuration of Sluice for Spring Boot 4. */
@NullMarked
package dev.sluice.spring;

import org.jspecify.annotations.NullMarked;
