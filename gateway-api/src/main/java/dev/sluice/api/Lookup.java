package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a method of a job's own interface, made into a client by {@code Futures.declare}: asks the lookup of that name. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Lookup {

    /** Returns the declared name of the lookup; empty for the method's name. */
    String value() default "";
}
