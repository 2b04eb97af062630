package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a method of a job's own interface, made into a client by {@code Futures.declare}: runs the query of that name, or SQL where the configuration allows it. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Query {

    /** Returns a declared name, or SQL with a {@code ?} for each argument; empty for the method's name. */
    String value() default "";
}
