/**
 * Sends requests of Spring MVC to the leader: which handlers, where to, and what becomes
 * of them. Public is what the auto-configuration makes and what meters count.
 */
@NullMarked
package io.github.leaderelection.internal.forward;

import org.jspecify.annotations.NullMarked;
