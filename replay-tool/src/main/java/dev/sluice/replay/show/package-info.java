/** One request's whole life: found by search, told as text or as an object. */
package dev.sluice.replay.show;
