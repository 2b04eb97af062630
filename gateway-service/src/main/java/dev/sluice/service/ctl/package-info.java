/** {@code sluice ctl}: has a running gateway do something, over HTTP. */
package dev.sluice.service.ctl;
