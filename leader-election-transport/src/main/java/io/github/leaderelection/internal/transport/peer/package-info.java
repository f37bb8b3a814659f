/**
 * The connections with one member. This node dials again, writes in order, sends on one
 * of them and hears the member on the other. The links package calls it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.peer;

import org.jspecify.annotations.NullMarked;
