package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a user-defined interface. When {@code Futures.declare} implements the interface, the method sends the lookup
 * with the given name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Lookup {

    /** Returns the declared name of the lookup; empty if it equals the method's name. */
    String value() default "";
}
