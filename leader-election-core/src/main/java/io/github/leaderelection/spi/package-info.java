/**
 * Interfaces for extensions: how messages travel between members, where a member keeps
 * its ballot, and where a lease is kept. Implemented outside of core; called by the
 * runtime alone.
 */
@NullMarked
package io.github.leaderelection.spi;

import org.jspecify.annotations.NullMarked;
