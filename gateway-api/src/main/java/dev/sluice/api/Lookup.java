package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a user-defined interface that {@code Futures.declare} makes into a client: the method sends the lookup of the
 * given name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Lookup {

    /** Returns the declared name of the lookup; empty if it equals the method's name. */
    String value() default "";
}
