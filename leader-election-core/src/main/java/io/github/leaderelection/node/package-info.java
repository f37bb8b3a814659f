/**
 * The node in production: gives the loop its threads, clocks and stores, and binds names
 * of algorithms to protocols. Used by code that builds a node; nothing in core calls it.
 */
@NullMarked
package io.github.leaderelection.node;

import org.jspecify.annotations.NullMarked;
