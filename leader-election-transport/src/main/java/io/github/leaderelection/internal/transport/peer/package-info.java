/**
 * The connections with one other member: dialled again, written in order, heard on one
 * and spoken to on one. Called by the links of all members.
 */
@NullMarked
package io.github.leaderelection.internal.transport.peer;

import org.jspecify.annotations.NullMarked;
