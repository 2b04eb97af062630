package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a user-defined interface that {@code Futures.declare} makes into a client: the method sends its one argument
 * to the endpoint of the given name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Send {

    /** Returns the declared name of the endpoint; empty if it equals the method's name. */
    String value() default "";
}
