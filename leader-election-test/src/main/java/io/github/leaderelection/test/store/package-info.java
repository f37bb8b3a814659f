/**
 * What every {@link io.github.leaderelection.spi.LeaseStore} has to do, as tests. It is
 * for those who write a store, and needs JUnit Jupiter and AssertJ on the class path.
 */
@NullMarked
package io.github.leaderelection.test.store;

import org.jspecify.annotations.NullMarked;
