/**
 * AssertJ assertions on electors, clusters and recorders. Needs AssertJ on the class
 * path. Start at {@code LeaderElectionAssertions}.
 */
@NullMarked
package io.github.leaderelection.test.assertj;

import org.jspecify.annotations.NullMarked;
